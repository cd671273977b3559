import sharp from 'sharp'
import { inspectImage, decodeImage, maxSeconds } from './clean-image.ts'
import { NotAnImage } from './not-an-image.ts'

interface Portrait {
  /** A JPEG, encoded again and upright. */
  bytes: Buffer
  /** Of the original image, upright. */
  width: number
  height: number
  /** Measured on a small grey copy: a blurred picture is below 30, a sharp one in the hundreds. */
  sharpness: number
  /** Of the centre, from 0 black to 255 white. */
  brightness: number
}

/** Large enough to see eyes, small enough that noise and resolution do not matter. */
const measuredPixels = 320

/** Encodes a portrait, JPEG or PNG, as a JPEG of at most `maxPixels` wide and high, and measures its quality. */
export const createPortrait = (bytes: Uint8Array, maxPixels: number): Promise<Portrait> =>
  decodeImage(async () => {
    const { open, family, isAnimated } = await inspectImage(bytes)
    if ((family !== 'jpeg' && family !== 'png') || isAnimated) throw new NotAnImage('no JPEG or PNG')
    const upright = () => open({}).autoOrient().timeout({ seconds: maxSeconds })
    const { width, height } = await open({})
      .metadata()
      .then(({ autoOrient }) => autoOrient)
    const drawn = await upright()
      .flatten({ background: '#fff' })
      .resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 88, optimizeCoding: false })
      .toBuffer()
    return { bytes: drawn, width, height, ...(await measure(drawn)) }
  })

async function measure(jpeg: Buffer): Promise<Pick<Portrait, 'sharpness' | 'brightness'>> {
  const { data, info } = await sharp(jpeg)
    .resize(measuredPixels, measuredPixels, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    sharpness: Math.round(measureSharpness(data, info.width, info.height)),
    brightness: Math.round(measureBrightness(data, info.width, info.height)),
  }
}

/** The variance of the Laplacian: the difference of each point from the mean of its neighbours. */
function measureSharpness(grey: Buffer, width: number, height: number): number {
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

function measureBrightness(grey: Buffer, width: number, height: number): number {
  let sum = 0
  let count = 0
  for (let y = Math.floor(height * 0.2); y < height * 0.8; y++)
    for (let x = Math.floor(width * 0.2); x < width * 0.8; x++) {
      sum += grey[y * width + x]!
      count++
    }
  return sum / count
}
