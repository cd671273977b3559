import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { grouped } from './form/grouped.ts'
import { Glyph } from './glyph.tsx'
import { MaskDots } from './mask-dots.tsx'
import { shownSeconds, type Masked } from './masked-value.ts'
import styles from './masked.module.css'

const ReasonPopover = lazy(() => import('./reason-popover.tsx'))

/** A number that is hidden but for its ends. Whoever may look says why, and sees it for half a minute. */
export function MaskedValue({ value, label, reveal, reasons, notice }: Masked) {
  const [clear, show, left] = useShown()
  const [isAsking, setAsking] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  if (!reveal) return <MaskDots value={value} />
  const words = clear === undefined ? `查看完整${label}` : `隐藏${label}`
  return (
    <span ref={place} className={styles['masked']}>
      <span aria-live="polite">{clear === undefined ? <MaskDots value={value} /> : groupedText(clear)}</span>
      <button
        type="button"
        className={styles['eye']}
        aria-label={words}
        title={words}
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
            anchor={place}
            onShow={show}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </span>
  )
}

function useShown() {
  const [clear, setClear] = useState<string>()
  const [left, count] = useCountdown()
  useEffect(() => {
    if (clear === undefined) return
    const end = setTimeout(() => setClear(undefined), shownSeconds * 1000)
    return () => clearTimeout(end)
  }, [clear])
  // A page that is put aside shows nothing when it is taken up again.
  useEffect(() => () => setClear(undefined), [])
  const show = (value: string | undefined) => {
    setClear(value)
    count(value === undefined ? 0 : shownSeconds)
  }
  return [clear, show, left] as const
}

const groupedText = (text: string) => {
  if (/^\d{17}[\dXx]$/.test(text)) return grouped('idCard', text)
  return /^1\d{10}$/.test(text) ? grouped('phone', text) : text
}
