import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cleanImage, NotAnImage, createThumbnail } from './index.ts'

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#d8281e' }, limitInputPixels: false })
/** A photo of a phone: rotated, with location and owner. */
const fromPhone = () =>
  picture()
    .withExif({
      IFD0: { Artist: 'Zhang San', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '120/1 9/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

describe('an uploaded image', () => {
  it('keeps its format and size', async () => {
    for (const family of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const cleaned = await cleanImage(await picture().toFormat(family).toBuffer())
      expect(cleaned).toMatchObject({ type: `image/${family}`, width: 60, height: 40 })
      expect((await sharp(cleaned.bytes).metadata()).format).toBe(family)
      expect(cleaned.suffix).toBe(family === 'jpeg' ? 'jpg' : family)
    }
  })

  it('from a phone is upright and has no location', async () => {
    const taken = await fromPhone()
    expect(taken.includes('Zhang San')).toBe(true)
    expect((await sharp(taken).metadata()).exif!.includes(Buffer.from([0x25, 0x88]))).toBe(true) // the pointer to the GPS position
    const cleaned = await cleanImage(taken)
    expect(cleaned).toMatchObject({ width: 40, height: 60 })
    const { exif, xmp, iptc, icc, orientation } = await sharp(cleaned.bytes).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    expect(cleaned.bytes.includes('Zhang San')).toBe(false)
  })

  it('loses data behind its last pixel', async () => {
    const hidden = '<script>alert(document.domain)</script>'
    for (const family of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const bytes = Buffer.concat([await picture().toFormat(family).toBuffer(), Buffer.from(hidden)])
      expect((await cleanImage(bytes)).bytes.includes('alert')).toBe(false)
    }
  })

  it('stays animated', async () => {
    const frames = await Promise.all(['#d8281e', '#1677ff', '#52c41a'].map((background) => frameOf(background)))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 200, 300] })
      .toBuffer()
    const cleaned = await cleanImage(moving)
    expect(cleaned).toMatchObject({ width: 20, height: 10 })
    expect(await sharp(cleaned.bytes).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300] })
    expect(await sharp(await createThumbnail(moving)).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  const frameOf = (background: string) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background } })
      .png()
      .toBuffer()
})

describe('a Windows bitmap', () => {
  /** Two by two: red, green above blue, white. */
  const bitmap = (bits: 24 | 32, topDown = false) => {
    const rows = [
      [0xff0000, 0x00ff00],
      [0x0000ff, 0xffffff],
    ]
    const stride = 8
    const bytes = Buffer.alloc(54 + stride * 2)
    bytes.write('BM')
    bytes.writeUInt32LE(54, 10)
    bytes.writeUInt32LE(40, 14)
    bytes.writeInt32LE(2, 18)
    bytes.writeInt32LE(topDown ? -2 : 2, 22)
    bytes.writeUInt16LE(bits, 28)
    for (const [y, row] of (topDown ? rows : rows.toReversed()).entries())
      for (const [x, colour] of row.entries()) bytes.writeUIntLE(colour, 54 + y * stride + (x * bits) / 8, 3)
    return bytes
  }

  it('becomes a PNG', async () => {
    for (const bytes of [bitmap(24), bitmap(32), bitmap(24, true)]) {
      const cleaned = await cleanImage(bytes)
      expect(cleaned).toMatchObject({ type: 'image/png', suffix: 'png', width: 2, height: 2 })
      const { data } = await sharp(cleaned.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect([...data]).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
    }
  })

  it('with a palette becomes a PNG too', async () => {
    const bytes = Buffer.alloc(54 + 8 + 4)
    bytes.write('BM')
    bytes.writeUInt32LE(62, 10)
    bytes.writeUInt32LE(40, 14)
    bytes.writeInt32LE(3, 18)
    bytes.writeInt32LE(1, 22)
    bytes.writeUInt16LE(1, 28)
    bytes.writeUInt32LE(0xffffff, 58) // the second colour of two
    bytes[62] = 0b01000000
    const { data } = await sharp((await cleanImage(bytes)).bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data]).toEqual([0, 0, 0, 255, 255, 255, 0, 0, 0])
  })

  it('with a false size is refused', async () => {
    const short = bitmap(24).subarray(0, 60)
    const huge = bitmap(24)
    huge.writeInt32LE(2_000_000, 18)
    huge.writeInt32LE(2_000_000, 22)
    for (const bytes of [short, huge]) await expect(cleanImage(bytes)).rejects.toBeInstanceOf(NotAnImage)
  })
})

describe('a refused image', () => {
  it('is one that no enabled decoder reads', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
    const pdf = Buffer.from('%PDF-1.7 not a picture')
    // A format that the library could read, but that is not accepted.
    const tiff = await picture().tiff().toBuffer()
    for (const bytes of [svg, pdf, tiff, Buffer.alloc(0)]) {
      await expect(cleanImage(bytes)).rejects.toBeInstanceOf(NotAnImage)
      await expect(createThumbnail(bytes)).rejects.toBeInstanceOf(NotAnImage)
    }
  })

  it('does not even reach the decoders of other formats', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
    const tiff = await picture().tiff().toBuffer()
    for (const bytes of [svg, tiff]) await expect(cleanImage(bytes)).rejects.toThrow('it does not begin like a picture')
    await expect(sharp(tiff).metadata()).rejects.toThrow('unsupported image format')
    // Captchas are drawn from SVG.
    expect(await sharp(svg).metadata()).toMatchObject({ width: 9 })
  })

  it('is a truncated one', async () => {
    for (const family of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const whole = await sharp({
        create: { width: 200, height: 200, channels: 3, background: '#000', noise: { type: 'gaussian', sigma: 30 } },
      })
        .toFormat(family)
        .toBuffer()
      await expect(cleanImage(whole.subarray(0, whole.length / 2))).rejects.toBeInstanceOf(NotAnImage)
    }
  })

  it('is a bomb: a small file that unpacks to gigabytes is not unpacked', async () => {
    const bomb = await picture(11_000, 11_000).png().toBuffer()
    expect(bomb.length).toBeLessThan(3_000_000)
    const before = process.memoryUsage().rss
    const began = process.cpuUsage()
    for (const decode of [cleanImage, createThumbnail]) await expect(decode(bomb)).rejects.toBeInstanceOf(NotAnImage)
    // CPU time of this process, because other processes may be busy.
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(1000)
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000)
  })
})

it('large photos take memory for one photo, however many come at once', async () => {
  const photograph = await picture(6000, 4000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const before = process.memoryUsage().rss
  let most = 0
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  const cleaned = await Promise.all(Array.from({ length: 4 }, () => cleanImage(photograph)))
  clearInterval(watching)
  for (const { width, height } of cleaned) expect({ width, height }).toEqual({ width: 4000, height: 6000 })
  expect(most - before).toBeLessThan(300_000_000) // one is 72 MB unpacked
})

it('a thumbnail fits into 320 pixels and is small', async () => {
  const small = await createThumbnail(await picture(3000, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 213, height: 320 })
  expect(small.length).toBeLessThan(20_000)
})
