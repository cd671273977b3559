import type { ReactNode } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { ProgressBar } from '../progress-bar.tsx'
import { useLate } from '../use-late.ts'
import styles from './progress-card.module.css'

interface Props {
  title: string
  text: ReactNode
  /** Undefined while it is unknown. */
  progress?: { done: number; total: number } | undefined
}

/** Shorter operations need no bar. */
const lateMs = 2_000

/** A long operation that continues in the background. */
export function ProgressCard({ title, text, progress }: Props) {
  const isLate = useLate(true, lateMs)
  const percent = progress && progress.total > 0 ? Math.min(100, (progress.done / progress.total) * 100) : undefined
  return (
    <section className={styles['card']} aria-busy="true">
      <div role="status">
        <h2 className={styles['title']}>{title}</h2>
      </div>
      {isLate && (
        <>
          <ProgressBar label={title} percent={percent} className={styles['bar']} />
          {progress && <p className={styles['count']}>{formatProgress(progress)}</p>}
        </>
      )}
      <p className={styles['words']}>{text}</p>
    </section>
  )
}

function formatProgress({ done, total }: NonNullable<Props['progress']>) {
  if (total > 0) return `${formatNumber(done)} / ${formatNumber(total)} 行`
  return done > 0 ? `已处理 ${formatNumber(done)} 行` : ''
}
