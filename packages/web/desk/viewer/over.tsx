import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import type { CSSProperties } from 'react'
import { Glyph } from '../glyph.tsx'
import { useLate } from '../use-late.ts'
import { downloadOf } from './download-of.ts'
import type { ViewerItem } from './item.ts'
import styles from './stage.module.css'

interface WaitProps {
  isOn: boolean
  isOnPaper?: boolean
  words?: string | undefined
}

/** What is quicker than 200 ms needs no words. */
export function Wait({ isOn, isOnPaper = false, words = '请稍等' }: WaitProps) {
  const isLate = useLate(isOn)
  return (
    <p className={`${styles['over']} ${isOnPaper ? styles['onPaper'] : ''}`} role="status">
      {isLate && words}
    </p>
  )
}

interface FailedProps {
  item: ViewerItem
  words?: string | undefined
  onRetry?: (() => void) | undefined
}

export function Failed({ item, words = '加载失败', onRetry }: FailedProps) {
  return (
    <div className={styles['over']} role="alert">
      <p>{words}</p>
      <div className={styles['ways']}>
        {onRetry && (
          <button
            type="button"
            className={styles['way']}
            onClick={({ currentTarget }) => {
              // The button goes; what is behind it keeps the focus.
              currentTarget.closest<HTMLElement>('[tabindex]')?.focus()
              onRetry()
            }}
          >
            <Glyph of={ReloadOutlined} />
            重试
          </button>
        )}
        <a className={styles['way']} {...downloadOf(item)}>
          <Glyph of={DownloadOutlined} />
          下载
        </a>
      </div>
    </div>
  )
}

/** In letters of the usual width; others are about half as wide. One more keeps them apart. */
const lengthOf = (words: string) => words.split('').reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.58), 1)

const places = Array.from({ length: 24 }, (_, at) => at)

/** Who looks at it, all over it: what is photographed from the screen says from whom it came. */
export function Watermark({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <div
      className={styles['watermark']}
      style={{ '--wide': `${lengthOf(words)}em` } as CSSProperties}
      aria-hidden="true"
    >
      {places.map((at) => (
        <span key={at}>{words}</span>
      ))}
    </div>
  )
}
