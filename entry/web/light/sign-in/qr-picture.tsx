import { useEffect, useState } from 'react'
import styles from './qr-panel.module.css'

/** A QR code, drawn here: what it says goes nowhere else. The drawing is loaded when one is needed. */
export function QrPicture({ text }: { text: string }) {
  const [drawing, setDrawing] = useState<{ size: number; path: string }>()
  useEffect(() => {
    let gone = false
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 0 })
      if (!gone) setDrawing({ size, path: pathOf(data) })
    })
    return () => {
      gone = true
    }
  }, [text])
  if (!drawing) return null
  return (
    <svg
      className={styles['code']}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="登录二维码"
    >
      <path d={drawing.path} />
    </svg>
  )
}

/** Dark squares that touch are drawn as one bar. */
export const pathOf = (rows: boolean[][]) =>
  rows
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
    )
    .join('')
