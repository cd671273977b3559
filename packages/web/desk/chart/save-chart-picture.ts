import { saveBlob } from '#packages/web/core/save-blob.ts'

export interface PictureText {
  finding: string
  /** 人数（人） */
  about: string
  /** Where the values come from, and when they were read. */
  origin: string
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
  const legendHeight = series.length > 1 ? lineHeight : 0
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
      pen.fillStyle = read(`--chart-${at + 1}`)
      pen.fillRect(x, y - 10, 12, 10)
      x += 18
      x += write(name, { x, y }) + 16
    }
  }
  pen.drawImage(await loadSvg(svg), padding, head, width, height)
  write(origin, { y: head + height + lineHeight })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture was not drawn'))), 'image/png')
  })
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
