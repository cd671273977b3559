import { randomInt } from 'node:crypto'
import sharp from 'sharp'

/** Digits as strokes in a box of 10 × 16, so that no font is needed or can be matched. */
const strokes: Readonly<Record<string, string>> = {
  '0': 'M5 1C1 1 1 15 5 15S9 1 5 1',
  '1': 'M2 4L6 1V15',
  '2': 'M1.5 4.5C2 0 9 0 8.5 5C8 8 4 11 1.5 15H9',
  '3': 'M2 2.5C5 0 9 2 8 5C7 7.5 5 7.5 4 7.5C6 7.5 9 8 8.5 11.5C8 15.5 3 15.5 1.5 13',
  '4': 'M7 15V1L1 10.5H9.5',
  '5': 'M8.5 1H2.5L2 7C5 5 9 7 8.5 11C8 15.5 3 15.5 1.5 13',
  '6': 'M8 1.5C3 2 1 8 1.5 11C2 16 8.5 16 8.5 11C8.5 7 3 6.5 1.5 10.5',
  '7': 'M1.5 1H9L4 15',
  '8': 'M5 7.5C1 6.5 1 1 5 1S9 6.5 5 7.5C0 8.5 0.5 15 5 15S10 8.5 5 7.5',
  '9': 'M8.5 5.5C8 10 1.5 9.5 1.5 5C1.5 0.5 8.5 0 8.5 5.5C8.5 10 7 13.5 3 15',
}
const width = 120
const height = 44
const between = (low: number, high: number) => low + (randomInt(1000) / 1000) * (high - low)
const dark = () => `rgb(${randomInt(20, 90)},${randomInt(40, 100)},${randomInt(80, 150)})`
const curve = () =>
  `M${between(-5, 10)} ${between(5, 40)}C${between(20, 50)} ${between(0, 44)} ${between(60, 90)} ${between(0, 44)} ${between(110, 125)} ${between(5, 40)}`

/** An image of these digits, slanted, of different sizes, with lines across. */
export function drawDigits(digits: string): Promise<Buffer> {
  const drawn = Array.from(digits, (digit, at) => {
    const position = `translate(${14 + at * 25 + between(-3, 3)} ${between(6, 13)})`
    const turned = `rotate(${between(-18, 18)} 5 8) skewX(${between(-14, 14)}) scale(${between(1.5, 1.9)})`
    return `<path d="${strokes[digit]}" transform="${position} ${turned}" stroke="${dark()}" stroke-width="${between(1.2, 1.7)}"/>`
  })
  const lines = Array.from(
    { length: 4 },
    () => `<path d="${curve()}" stroke="${dark()}" stroke-width="${between(0.8, 1.4)}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round"><rect width="100%" height="100%" fill="#f4f7fa"/>${drawn.join('')}${lines.join('')}</svg>`
  return sharp(Buffer.from(svg), { density: 144 }).blur(0.6).png({ palette: true }).toBuffer()
}
