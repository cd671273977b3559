import { useEffect, useRef, type PointerEvent } from 'react'
import styles from './signature-box.module.css'

/** Lines are stored in thousandths of the box, so that they fit a box of any size. */
const whole = 1000

interface Props {
  name: string
  /** The lines as the data of an SVG path; empty if nothing is drawn. */
  value: string
  onChange: (lines: string) => void
  describedBy?: string
  isWrong?: boolean
}

/** A box to sign in with a finger, a pen or a mouse. */
export function SignatureBox({ name, value, onChange, describedBy, isWrong = false }: Props) {
  const { box, draw } = useDrawing(value, onChange)
  return (
    <svg
      ref={box}
      className={styles['box']}
      viewBox={`0 0 ${whole} ${whole}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={value ? '已签名' : '在此手写签名'}
      aria-describedby={describedBy}
      data-name={name}
      tabIndex={-1}
      data-wrong={isWrong ? '' : undefined}
      {...draw}
    >
      <path d={value} />
    </svg>
  )
}

/** Three times as wide as it is high, like the box of a signature that is kept. */
const pictureSize = { width: 900, height: 300 }

/** The lines as a picture, black on white: what is signed is shown and printed on paper. */
export async function drawSignature(lines: string): Promise<File> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, pictureSize)
  const pen = canvas.getContext('2d')!
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.lineWidth = 7
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const path = new Path2D()
  path.addPath(new Path2D(lines), new DOMMatrix().scale(canvas.width / whole, canvas.height / whole))
  pen.stroke(path)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the browser made no picture of the signature')
  return new File([blob], '手写签名.png', { type: 'image/png' })
}

function useDrawing(value: string, onChange: (lines: string) => void) {
  const box = useRef<SVGSVGElement>(null)
  // Pointer events are faster than rendering: several points may come before the first one is on the screen.
  const lines = useRef(value)
  useEffect(() => {
    lines.current = value
  }, [value])
  const add = (line: string) => {
    lines.current += line
    onChange(lines.current)
  }
  const isDown = useRef(false)
  const pointAt = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = box.current!.getBoundingClientRect()
    const part = (at: number, size: number) => Math.round(Math.min(1, Math.max(0, at / size)) * whole)
    return `${part(clientX - left, width)} ${part(clientY - top, height)}`
  }
  const end = () => {
    isDown.current = false
  }
  const draw = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      isDown.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
      const point = pointAt(event)
      add(`M${point}L${point}`)
    },
    onPointerMove: (event: PointerEvent) => {
      if (isDown.current) add(`L${pointAt(event)}`)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
  return { box, draw }
}
