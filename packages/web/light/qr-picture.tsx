import { useEffect, useState } from 'react'

interface Props {
  text: string
  /** The accessible name: 登录二维码. */
  label: string
  className: string | undefined
}

/** Cameras need dark on light, and a light margin, in the dark theme too. */
const paper = { background: 'var(--paper)', boxShadow: '0 0 0 8px var(--paper)', fill: 'var(--ink)' }

/** A QR code, rendered locally, so that its content is not sent anywhere. The encoder is loaded on demand. */
export function QrPicture({ text, label, className }: Props) {
  const [drawing, setDrawing] = useState<{ size: number; path: string }>()
  useEffect(() => {
    let isUnmounted = false
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 0 })
      if (!isUnmounted) setDrawing({ size, path: buildPath(data) })
    })
    return () => {
      isUnmounted = true
    }
  }, [text])
  if (!drawing) return null
  return (
    <svg
      className={className}
      style={paper}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={drawing.path} />
    </svg>
  )
}

/** Adjacent dark squares are drawn as one bar. */
const buildPath = (rows: boolean[][]) =>
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
