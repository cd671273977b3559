import { useEffect, useState } from 'react'

interface Props {
  text: string
  /** What it is for, to whoever cannot see it: 登录二维码. */
  label: string
  className: string | undefined
}

/** A QR code, drawn here: what it says goes nowhere else. The drawing is loaded when one is needed. */
export function QrPicture({ text, label, className }: Props) {
  const [drawing, setDrawing] = useState<{ size: number; path: string }>()
  useEffect(() => {
    let gone = false
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 0 })
      if (!gone) setDrawing({ size, path: buildPath(data) })
    })
    return () => {
      gone = true
    }
  }, [text])
  if (!drawing) return null
  return (
    <svg
      className={className}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={drawing.path} />
    </svg>
  )
}

/** Dark squares that touch are drawn as one bar. */
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
