import { saveBlob } from '#packages/web/core/save-blob.ts'

export interface PictureText {
  finding: string
  /** 人数（人） */
  about: string
  /** Where the values come from, and when they were read. */
  origin: string
  /** The names of the legend; empty if there is none. */
  series: readonly string[]
}

const padding = 24
const [titleHeight, lineHeight] = [30, 22]
/** Sharp in a printed report too. */
const pixelRatio = 2

/** Draws the chart with its title, unit, legend and source, in the colours of the page, and saves it as a PNG. */
export async function saveChartPicture(svg: SVGSVGElement, text: PictureText) {
  const blob = await drawChartPicture(svg, text)
  saveBlob(blob, `${text.finding.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').slice(0, 60)}.png`)
}

async function drawChartPicture(svg: SVGSVGElement, { finding, about, origin, series }: PictureText): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const style = getComputedStyle(svg)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const canvas = document.createElement('canvas')
  const legendHeight = series.length > 0 ? lineHeight : 0
  const head = padding + titleHeight + lineHeight + legendHeight + 8
  canvas.width = (width + 2 * padding) * pixelRatio
  canvas.height = (head + height + lineHeight + padding) * pixelRatio
  const pen = canvas.getContext('2d')!
  pen.scale(pixelRatio, pixelRatio)
  pen.fillStyle = read('--card')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const write = (words: string, { x = padding, y = 0, size = 12, weight = 400, color = '--text-second' }) => {
    pen.font = `${weight} ${size}px ${style.fontFamily}`
    pen.fillStyle = read(color)
    pen.fillText(words, x, y, width + padding - x)
    return pen.measureText(words).width
  }
  write(finding, { y: padding + 18, size: 18, weight: 600, color: '--text' })
  write(about, { y: padding + titleHeight + 12 })
  if (legendHeight) {
    let x = padding
    for (const [at, name] of series.entries()) {
      const y = padding + titleHeight + lineHeight + 12
      drawSwatch(pen, { x, y: y - 10, at, color: read(`--chart-${at + 1}`), gap: read('--card') })
      x += 20
      x += write(name, { x, y }) + 16
    }
  }
  pen.drawImage(await loadSvg(svg), padding, head, width, height)
  write(origin, { y: head + height + lineHeight })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture was not drawn'))), 'image/png')
  })
}

interface Swatch {
  x: number
  y: number
  /** The number of the series, from 0 on. */
  at: number
  color: string
  gap: string
}

/** The pattern of the series: lines in one of four directions, or dots, as in its bars. */
function drawSwatch(pen: CanvasRenderingContext2D, { x, y, at, color, gap }: Swatch) {
  const [width, height] = [14, 10]
  pen.save()
  pen.beginPath()
  pen.rect(x, y, width, height)
  pen.clip()
  pen.fillStyle = color
  pen.fillRect(x, y, width, height)
  pen.strokeStyle = gap
  pen.fillStyle = gap
  pen.lineWidth = 1.5
  const slants: Record<number, readonly [along: number, down: number]> = {
    1: [10, 10],
    3: [14, 0],
    4: [-10, 10],
    5: [0, 10],
  }
  const slant = slants[at]
  for (let step = -14; step <= 28; step += 5) {
    pen.beginPath()
    if (at === 2) pen.arc(x + step, y + 5, 1.5, 0, 7)
    else if (slant?.[1] === 0) pen.rect(x, y + step + 1, width, 0.75)
    else if (slant) {
      pen.moveTo(x + step, y)
      pen.lineTo(x + step + slant[0], y + slant[1])
    }
    if (at === 2) pen.fill()
    else pen.stroke()
  }
  pen.restore()
}

async function loadSvg(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const { width, height } = svg.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const blob = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
  const address = URL.createObjectURL(blob)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}
