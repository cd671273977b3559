import { faceBytes } from '../contract.ts'

const maxSidePixels = 1600
const quality = 0.9

export const pictureTypes = 'image/jpeg,image/png'

/** Shrinks photos of phones below the upload limit; also rotates them upright and drops the location. */
export async function shrinkPicture(file: File): Promise<File | Blob> {
  if (file.size <= faceBytes.most) return file
  const image = await createImageBitmap(file)
  const scale = Math.min(1, maxSidePixels / Math.max(image.width, image.height))
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
