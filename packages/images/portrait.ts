import sharp from 'sharp'
import { look, reading, secondsAtMost } from './clean.ts'
import { NotAnImage } from './not-an-image.ts'

interface Portrait {
  /** A JPEG, drawn anew and upright. */
  bytes: Buffer
  /** Of what came, upright. */
  width: number
  height: number
  /** How much edges stand out, measured on a small grey copy: a blurred picture is below 30, a sharp one in the hundreds. */
  sharpness: number
  /** Of the middle of the picture, 0 black to 255 white. */
  brightness: number
}

/** Large enough to see eyes, small enough that noise and the number of pixels do not count. */
const measuredSide = 320

/** A photograph of one person: a JPEG or PNG, drawn anew as a JPEG of at most `side` pixels, and how good it is. */
export const portraitOf = (bytes: Uint8Array, side: number): Promise<Portrait> =>
  reading(async () => {
    const { open, family, isAnimated } = await look(bytes)
    if ((family !== 'jpeg' && family !== 'png') || isAnimated) throw new NotAnImage('no JPEG or PNG')
    const upright = () => open({}).autoOrient().timeout({ seconds: secondsAtMost })
    const { width, height } = await open({})
      .metadata()
      .then(({ autoOrient }) => autoOrient)
    const drawn = await upright()
      .flatten({ background: '#fff' })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 88, optimizeCoding: false })
      .toBuffer()
    return { bytes: drawn, width, height, ...(await measure(drawn)) }
  })

async function measure(jpeg: Buffer): Promise<Pick<Portrait, 'sharpness' | 'brightness'>> {
  const { data, info } = await sharp(jpeg)
    .resize(measuredSide, measuredSide, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    sharpness: Math.round(edges(data, info.width, info.height)),
    brightness: Math.round(middle(data, info.width, info.height)),
  }
}

/** The variance of the Laplacian: how far each point is from the mean of those beside it. */
function edges(grey: Buffer, width: number, height: number): number {
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const value = 4 * grey[at]! - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!
      sum += value
      squares += value * value
      count++
    }
  const mean = sum / count
  return squares / count - mean * mean
}

function middle(grey: Buffer, width: number, height: number): number {
  let sum = 0
  let count = 0
  for (let y = Math.floor(height * 0.2); y < height * 0.8; y++)
    for (let x = Math.floor(width * 0.2); x < width * 0.8; x++) {
      sum += grey[y * width + x]!
      count++
    }
  return sum / count
}
