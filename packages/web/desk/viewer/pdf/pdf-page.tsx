import { useEffect, useRef } from 'react'
import { Watermark } from '../viewer-overlays.tsx'
import type { PageLayout } from './page-layout.ts'
import type { PdfSource } from './pdf-source.ts'
import styles from './pdf.module.css'

/** During zooming the existing rendering is stretched; it is rendered again afterwards. */
const settledAfterMs = 150

interface Props {
  source: PdfSource
  number: number
  place: PageLayout['pages'][number]
  factor: number
  degrees: number
  watermark: string | undefined
}

/** One page: its picture, the text layer, and the watermark. */
export function PdfPage({ source, number, place, factor, degrees, watermark }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    const canvas = document.createElement('canvas')
    const layer = document.createElement('div')
    layer.className = styles['words']!
    const rendering = { scale: factor, degrees }
    const works: { stop: () => void }[] = []
    const start = async () => {
      const picture = source.draw(number, canvas, rendering)
      const textTask = source.write(number, layer, rendering)
      works.push(picture, textTask)
      await picture.done
      if (works.length === 0) return
      element.replaceChildren(canvas, layer)
      await textTask.done
    }
    const wait = element.childElementCount > 0 ? settledAfterMs : 0
    // A page that fails to render stays white; the others are not affected.
    const clock = setTimeout(() => void start().catch(() => {}), wait)
    return () => {
      clearTimeout(clock)
      for (const work of works.splice(0)) work.stop()
    }
  }, [source, number, factor, degrees])
  return (
    <div
      className={styles['page']}
      style={{ top: place.top, width: place.width, height: place.height }}
      role="region"
      aria-label={`第 ${number} 页`}
    >
      <div ref={sheet} className={styles['sheet']} />
      <Watermark text={watermark} />
    </div>
  )
}
