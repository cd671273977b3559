import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import type { CSSProperties } from 'react'
import { Glyph } from '../glyph.tsx'
import { useLate } from '../use-late.ts'
import { getDownloadLinkProps } from './download-link.ts'
import type { ViewerItem } from './viewer-item.ts'
import styles from './stage.module.css'

interface WaitProps {
  isOn: boolean
  isOnPaper?: boolean
  text?: string | undefined
}

/** Loading under 200 ms needs no text. */
export function WaitingNote({ isOn, isOnPaper = false, text = '请稍等' }: WaitProps) {
  const isLate = useLate(isOn)
  return (
    <p className={`${styles['over']} ${isOnPaper ? styles['onPaper'] : ''}`} role="status">
      {isLate && text}
    </p>
  )
}

interface FailedProps {
  item: ViewerItem
  text?: string | undefined
  onRetry?: (() => void) | undefined
}

export function FailedNote({ item, text = '加载失败', onRetry }: FailedProps) {
  return (
    <div className={styles['over']} role="alert">
      <p>{text}</p>
      <div className={styles['ways']}>
        {onRetry && (
          <button
            type="button"
            className={styles['way']}
            onClick={({ currentTarget }) => {
              // The button disappears; the element behind it keeps the focus.
              currentTarget.closest<HTMLElement>('[tabindex]')?.focus()
              onRetry()
            }}
          >
            <Glyph of={ReloadOutlined} />
            重试
          </button>
        )}
        <a className={styles['way']} {...getDownloadLinkProps(item)}>
          <Glyph of={DownloadOutlined} />
          下载
        </a>
      </div>
    </div>
  )
}

/** In units of a Chinese character; others are about half as wide. One more separates the repetitions. */
const lengthOf = (text: string) => text.split('').reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.58), 1)

const places = Array.from({ length: 24 }, (_, at) => at)

/** The viewer's name all over the content, so that photographs of the screen can be traced. */
export function Watermark({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <div
      className={styles['watermark']}
      style={{ '--wide': `${lengthOf(text)}em` } as CSSProperties}
      aria-hidden="true"
    >
      {places.map((at) => (
        <span key={at}>{text}</span>
      ))}
    </div>
  )
}
