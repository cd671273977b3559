import { availableParallelism } from 'node:os'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { createConcurrencyLimit } from '#packages/core'
import { readBmp } from './bmp.ts'
import { NotAnImage } from './not-an-image.ts'

/** The pixel limit of an image. */
const maxPixels = 100_000_000
/** WebP and GIF are decoded completely, all frames together: 8 bytes a pixel. */
const maxPixelsHeld = 50_000_000
const thumbnailSide = 320
export const maxSeconds = 20

// Blocks the decoders of TIFF, HEIF, PDF and thirty others. SVG stays, because captchas are drawn from our own SVG; so
// uploads are inspected before decoding.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
// Each image is decoded once, so there is no cache, and one image uses one core: many at once must not slow down
// requests.
sharp.cache(false)
sharp.concurrency(1)
const limitConcurrency = createConcurrencyLimit(availableParallelism() > 2 ? 2 : 1)

export interface CleanImage {
  bytes: Buffer
  type: string
  suffix: string
  width: number
  height: number
}

// Optimised Huffman tables would hold the whole JPEG in memory: 600 MB instead of 36 for a large one, to save 5 %.
const encodeJpeg = (image: Sharp) => image.jpeg({ quality: 90, optimizeCoding: false })
const encodeWebp = (image: Sharp) => image.webp({ quality: 90 })
const families = {
  jpeg: { type: 'image/jpeg', suffix: 'jpg', most: maxPixels, encode: encodeJpeg },
  png: { type: 'image/png', suffix: 'png', most: maxPixels, encode: (image: Sharp) => image.png() },
  webp: { type: 'image/webp', suffix: 'webp', most: maxPixelsHeld, encode: encodeWebp },
  gif: { type: 'image/gif', suffix: 'gif', most: maxPixelsHeld, encode: (image: Sharp) => image.gif() },
} as const
type Family = keyof typeof families

/**
 * Encodes an image again: upright, without location, author or data behind the last pixel. The format stays; a BMP
 * becomes a PNG. An animation stays animated unless it is too long.
 */
export const cleanImage = (bytes: Uint8Array): Promise<CleanImage> =>
  decodeImage(async () => {
    const { open, family, isAnimated } = await inspectImage(bytes)
    const { type, suffix, encode } = families[family]
    const image = encode(open({ animated: isAnimated }).autoOrient()).timeout({ seconds: maxSeconds })
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    return { bytes: data, type, suffix, width: info.width, height: info.pageHeight ?? info.height }
  })

/** A WebP thumbnail of at most 320 pixels; of an animation the first frame. */
export const createThumbnail = (bytes: Uint8Array): Promise<Buffer> =>
  decodeImage(async () => {
    const { open } = await inspectImage(bytes)
    return open({})
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: maxSeconds })
      .toBuffer()
  })

interface InspectedImage {
  open: (options: SharpOptions) => Sharp
  family: Family
  isAnimated: boolean
}

/** Reads only the header: a too large image is refused before it is decoded. */
export async function inspectImage(bytes: Uint8Array): Promise<InspectedImage> {
  const limits: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }
  const bitmap = readBmp(bytes, maxPixels)
  if (bitmap) {
    const { pixels, width, height } = bitmap
    const raw = { width, height, channels: 4 } as const
    return { open: (options) => sharp(pixels, { ...limits, ...options, raw }), family: 'png', isAnimated: false }
  }
  const family = detectFamily(bytes)
  if (!family) throw new NotAnImage('it does not begin like a picture')
  const { most } = families[family]
  const open = (options: SharpOptions) => sharp(bytes, { ...limits, ...options })
  const { width, height, pages = 1 } = await open({}).metadata()
  if (width * height > most) throw new NotAnImage(`${width} x ${height} pixels are too many`)
  return { open, family, isAnimated: pages > 1 && width * height * pages <= most }
}

const signatures: Record<Family, RegExp> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  webp: /^RIFF[^]{4}WEBP/,
  gif: /^GIF8[79]a/,
}
function detectFamily(bytes: Uint8Array): Family | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return (Object.keys(signatures) as Family[]).find((family) => signatures[family].test(head))
}

/** Every decoder error is an error of the image. */
export const decodeImage = <T>(work: () => Promise<T>): Promise<T> =>
  limitConcurrency(() =>
    work().catch((error: unknown) => {
      throw error instanceof NotAnImage ? error : new NotAnImage('the picture cannot be read', { cause: error })
    }),
  )
