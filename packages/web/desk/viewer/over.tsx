import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import { useLate } from '../use-late.ts'
import type { ViewerItem } from './item.ts'
import styles from './stage.module.css'

/** What is quicker than 200 ms needs no words. */
export function Wait({ isOn, isOnPaper = false }: { isOn: boolean; isOnPaper?: boolean }) {
  const isLate = useLate(isOn)
  return (
    <p className={`${styles['over']} ${isOnPaper ? styles['onPaper'] : ''}`} role="status">
      {isLate && '请稍等'}
    </p>
  )
}

export function Failed({ item, onRetry }: { item: ViewerItem; onRetry: () => void }) {
  return (
    <div className={styles['over']} role="alert">
      <p>加载失败</p>
      <div className={styles['ways']}>
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
        <a className={styles['way']} href={item.downloadUrl ?? item.url} download={item.name}>
          <Glyph of={DownloadOutlined} />
          下载
        </a>
      </div>
    </div>
  )
}

const places = Array.from({ length: 24 }, (_, at) => at)

/** Who looks at it, all over it: what is photographed from the screen says from whom it came. */
export function Watermark({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <div className={styles['watermark']} aria-hidden="true">
      {places.map((at) => (
        <span key={at}>{words}</span>
      ))}
    </div>
  )
}
