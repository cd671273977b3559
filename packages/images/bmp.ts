import { NotAnImage } from './not-an-image.ts'

export interface Bitmap {
  /** Red, green, blue, alpha, row by row from the top. */
  pixels: Buffer
  width: number
  height: number
}

/**
 * Reads uncompressed BMP with 1 to 32 bits, which the decoder does not support and Windows still writes. Undefined if
 * it is no BMP.
 */
export function readBmp(bytes: Uint8Array, maxPixels: number): Bitmap | undefined {
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = readHead(view)
  const { width, height, bits, start } = head
  if (width * height > maxPixels) throw new NotAnImage(`${width} x ${height} pixels are too many`)
  const stride = Math.ceil((width * bits) / 32) * 4
  if (start + stride * height > bytes.length) throw new NotAnImage('the bitmap breaks off')
  const colourAt = colours(view, head)
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    const row = start + stride * (head.isBottomUp ? height - 1 - y : y)
    for (let x = 0; x < width; x++) pixels.writeUInt32BE(colourAt(row, x), (y * width + x) * 4)
  }
  return { pixels, width, height }
}

interface Head {
  start: number
  infoSize: number
  width: number
  height: number
  isBottomUp: boolean
  bits: number
  compression: number
  paletteSize: number
}

const plain = 0
const bitFields = 3

function readHead(view: DataView): Head {
  if (view.byteLength < 54) throw new NotAnImage('the bitmap breaks off')
  const infoSize = view.getUint32(14, true)
  const width = view.getInt32(18, true)
  const signedHeight = view.getInt32(22, true)
  const bits = view.getUint16(28, true)
  const compression = view.getUint32(30, true)
  const isKnown =
    infoSize >= 40 &&
    width > 0 &&
    signedHeight !== 0 &&
    [1, 4, 8, 16, 24, 32].includes(bits) &&
    (compression === plain || (compression === bitFields && (bits === 16 || bits === 32)))
  if (!isKnown) throw new NotAnImage('a bitmap of an unknown form')
  const used = view.getUint32(46, true)
  const paletteSize = bits > 8 ? 0 : used === 0 ? 2 ** bits : Math.min(used, 2 ** bits)
  const start = view.getUint32(10, true)
  if (start < 14 + infoSize || 14 + infoSize + paletteSize * 4 > view.byteLength || start > view.byteLength)
    throw new NotAnImage('a bitmap of an unknown form')
  return {
    start,
    infoSize,
    width,
    height: Math.abs(signedHeight),
    isBottomUp: signedHeight > 0,
    bits,
    compression,
    paletteSize,
  }
}

type ColourAt = (row: number, x: number) => number

/** Reads the colour of a pixel as RRGGBBAA. */
function colours(view: DataView, head: Head): ColourAt {
  const { bits } = head
  if (bits <= 8) return fromPalette(view, head)
  if (bits === 24)
    return (row, x) => {
      const at = row + x * 3
      return rgba(view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at))
    }
  const [red, green, blue] = masksOf(view, head).map(channelOf) as [Channel, Channel, Channel]
  const read = bits === 16 ? (at: number) => view.getUint16(at, true) : (at: number) => view.getUint32(at, true)
  return (row, x) => {
    const word = read(row + (x * bits) / 8)
    return rgba(red(word), green(word), blue(word))
  }
}

function fromPalette(view: DataView, { infoSize, bits, paletteSize }: Head): ColourAt {
  const palette = Array.from({ length: paletteSize }, (_, index) => {
    const at = 14 + infoSize + index * 4
    return rgba(view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at))
  })
  const perByte = 8 / bits
  return (row, x) => {
    const byte = view.getUint8(row + Math.floor(x / perByte))
    const index = (byte >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1)
    return palette[index] ?? 0x00_00_00_ff
  }
}

/** Opaque: the fourth byte of a 32-bit bitmap is more often padding than transparency. */
const rgba = (red: number, green: number, blue: number) => ((red << 24) | (green << 16) | (blue << 8) | 0xff) >>> 0

function masksOf(view: DataView, { bits, compression }: Head): number[] {
  if (compression !== bitFields) return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff]
  if (view.byteLength < 66) throw new NotAnImage('the bitmap breaks off')
  return [54, 58, 62].map((at) => view.getUint32(at, true))
}

type Channel = (word: number) => number

/** Scales the bits of a mask to 0…255. */
function channelOf(mask: number): Channel {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (word) => Math.round(((((word & mask) >>> 0) >>> shift) * 255) / most)
}
