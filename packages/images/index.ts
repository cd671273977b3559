export { cleanImage, thumbnailOf, type CleanImage } from './clean.ts'
export { portraitOf } from './portrait.ts'
export { NotAnImage } from './not-an-image.ts'
