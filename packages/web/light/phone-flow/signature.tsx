import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { TextButton } from '../button.tsx'
import { UndoIcon } from '../part-icons.tsx'
import { FieldMessage, TextField } from '../text-field.tsx'
import styles from './signature.module.css'

/** Lines are stored in thousandths of the box, so that they fit a box of any size. */
const whole = 1000

interface Props {
  name: string
  value: string
  onChange: (lines: string) => void
  /** The typed name, for users who cannot draw. */
  typed: { name: string; value: string; onChange: (text: string) => void }
  hint: string
  error: string | undefined
}

/** A box to sign in with a finger, or by typing the name. */
export function Signature({ name, value, onChange, typed, hint, error }: Props) {
  const id = useId()
  const [types, setTypes] = useState(typed.value !== '')
  const { box, draw } = useDrawing(value, onChange)
  if (types) {
    return (
      <div>
        <TextField label="签名（姓名）" {...typed} error={error} autoComplete="name" />
        <div className={styles['below']}>
          <TextButton
            onClick={() => {
              typed.onChange('')
              setTypes(false)
            }}
          >
            改为手写
          </TextButton>
        </div>
      </div>
    )
  }
  return (
    <div>
      <svg
        ref={box}
        className={styles['box']}
        viewBox={`0 0 ${whole} ${whole}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={value ? '已签名' : '在此手写签名'}
        aria-describedby={`${id}-below`}
        data-name={name}
        tabIndex={-1}
        data-wrong={error ? '' : undefined}
        {...draw}
      >
        <path d={value} />
      </svg>
      <FieldMessage id={`${id}-below`} error={error} />
      <div className={styles['below']}>
        <span>{hint}</span>
        {value ? (
          <TextButton onClick={() => onChange('')}>
            <UndoIcon size={18} />
            重签
          </TextButton>
        ) : (
          <TextButton onClick={() => setTypes(true)}>不便手写</TextButton>
        )}
      </div>
    </div>
  )
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
