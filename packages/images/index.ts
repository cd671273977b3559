export { cleanImage, createThumbnail, type CleanImage } from './clean-image.ts'
export { createPortrait } from './portrait.ts'
export { NotAnImage } from './not-an-image.ts'
