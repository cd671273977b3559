export { cleanImage, thumbnailOf, type CleanImage } from './clean.ts'
export { NotAnImage } from './not-an-image.ts'
