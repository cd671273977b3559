import { useEffect, useState, type ReactNode } from 'react'
import { Button, TextButton } from './button.tsx'
import { WarningIcon } from './icons.tsx'
import { ClockIcon } from './more-icons.tsx'
import { Note } from './note.tsx'
import styles from './state-notice.module.css'

const delayMs = 200

/** A skeleton of bars in these widths; loading under 200 ms needs none. */
export function Skeleton({ blocks = [[34, 92, 66]] }: { blocks?: readonly (readonly number[])[] }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const clock = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(clock)
  }, [])
  if (!isLate) return null
  return (
    <div className={styles['skeleton']} role="status" aria-label="正在加载">
      {blocks.map((bars, at) => (
        <div key={at} className={styles['block']}>
          {bars.map((width, bar) => (
            <span key={bar} style={{ width: `${width}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Without a network: the content is from that time. */
export const OfflineNote = ({ at }: { at: string }) => <Note kind="offline">没有网络，以下是 {at} 的内容</Note>

/** One part failed to load; shown instead of its value, without affecting the others. */
export const InlineLoadError = ({ onRetry }: { onRetry: () => void }) => (
  <span className={styles['part']}>
    暂时无法获取
    <TextButton onClick={onRetry}>重试</TextButton>
  </span>
)

interface PageLoadErrorProps {
  onRetry: () => void
  /** The request id in the server's log. */
  requestId?: string
  /** The user has typed values here, and they are kept. */
  hasDraft?: boolean
}

/** The whole page failed to load. */
export function PageLoadError({ onRetry, requestId, hasDraft = false }: PageLoadErrorProps) {
  return (
    <section className={styles['whole']} role="alert">
      <span className={styles['amber']}>
        <WarningIcon size={32} />
      </span>
      <h2 className={styles['title']}>没有加载成功</h2>
      <p>{hasDraft ? '您填的内容都在。请检查网络后重试。' : '请检查网络后重试。'}</p>
      <Button kind="tint" size="small" onClick={onRetry}>
        重试
      </Button>
      {requestId && <p className={styles['number']}>编号 {requestId}</p>}
    </section>
  )
}

/** No content: why, and at most one next step. */
export function EmptyState({ title, children, next }: { title: string; children: ReactNode; next?: ReactNode }) {
  return (
    <section className={styles['whole']}>
      <h2 className={styles['title']}>{title}</h2>
      <p>{children}</p>
      {next}
    </section>
  )
}

/** The time of the content; amber with a clock when it is old. */
export function DataAge({ children, isStale }: { children: ReactNode; isStale: boolean }) {
  return (
    <span className={isStale ? styles['stale'] : styles['fresh']}>
      {isStale && <ClockIcon size={16} />}
      {children}
    </span>
  )
}
