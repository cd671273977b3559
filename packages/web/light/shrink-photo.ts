const maxEdge = 1600
const quality = 0.85

/** A size in which no edge is longer than the limit; a smaller picture keeps its own. */
export function fitEdges(width: number, height: number, limit = maxEdge) {
  const scale = Math.min(1, limit / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The name of the picture that is made: IMG_1234.jpg. */
export const toJpegName = (name: string) => `${name.replace(/\.[^.]*$/, '') || '照片'}.jpg`

/**
 * Draws a photograph again: at most 1600 pixels, upright, as JPEG. Place, time and camera, which phones write into
 * their files, are not drawn. What this browser cannot read stays as it is, and the server judges it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return file
  }
  const size = fitEdges(picture.width, picture.height)
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) return file
  // JPEG has no transparency: without a background it would be black.
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper') || 'Canvas'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(picture, 0, 0, size.width, size.height)
  picture.close()
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
  return drawn
    ? new File([drawn], toJpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified })
    : file
}
