import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { formatGroups } from './form/number-groups.ts'
import { Glyph } from './glyph.tsx'
import { MaskDots } from './mask-dots.tsx'
import { revealSeconds, type MaskedField } from './masked-value-props.ts'
import styles from './masked-value.module.css'

const ReasonPopover = lazy(() => import('./reason-popover.tsx'))

/**
 * A number that is masked except for its ends. A user with permission gives a reason, and sees it for half a minute.
 */
export function MaskedValue({ value, label, reveal, reasons, notice }: MaskedField) {
  const [clear, show, left] = useReveal()
  const [isAsking, setAsking] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  if (!reveal) return <MaskDots value={value} />
  const buttonLabel = clear === undefined ? `查看完整${label}` : `隐藏${label}`
  return (
    <span ref={anchor} className={styles['masked']}>
      <span aria-live="polite">{clear === undefined ? <MaskDots value={value} /> : groupedText(clear)}</span>
      <button
        type="button"
        className={styles['eye']}
        aria-label={buttonLabel}
        title={buttonLabel}
        aria-expanded={clear === undefined ? isAsking : undefined}
        onClick={() => (clear === undefined ? setAsking(true) : show(undefined))}
      >
        <Glyph of={clear === undefined ? EyeOutlined : EyeInvisibleOutlined} />
      </button>
      {clear !== undefined && <span className={styles['left']}>{left} 秒</span>}
      {isAsking && (
        <Suspense>
          <ReasonPopover
            label={label}
            reveal={reveal}
            reasons={reasons}
            notice={notice}
            anchor={anchor}
            onShow={show}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </span>
  )
}

function useReveal() {
  const [clear, setClear] = useState<string>()
  const [left, count] = useCountdown()
  useEffect(() => {
    if (clear === undefined) return
    const end = setTimeout(() => setClear(undefined), revealSeconds * 1000)
    return () => clearTimeout(end)
  }, [clear])
  // A page that was in the background shows no revealed number when it comes back.
  useEffect(() => () => setClear(undefined), [])
  const show = (value: string | undefined) => {
    setClear(value)
    count(value === undefined ? 0 : revealSeconds)
  }
  return [clear, show, left] as const
}

const groupedText = (text: string) => {
  if (/^\d{17}[\dXx]$/.test(text)) return formatGroups('idCard', text)
  return /^1\d{10}$/.test(text) ? formatGroups('phone', text) : text
}
