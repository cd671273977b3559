import { ClockIcon, OfflineIcon } from '../more-icons.tsx'
import { WarningIcon } from '../icons.tsx'
import { formatCountdown, isUrgent } from '../countdown-text.ts'
import { CloudIcon, SavedIcon } from '../part-icons.tsx'
import type { DraftSaveState } from './draft-autosave.ts'
import styles from './save-status.module.css'

interface Props {
  saved: DraftSaveState
  /** Milliseconds until it closes, by the server's clock. */
  left?: number | undefined
}

/** On the left where the draft is stored, on the right the remaining time. */
export function SaveStatusBar({ saved, left }: Props) {
  return (
    <div className={styles['strip']}>
      <span className={styles['saved']} role="status">
        <SaveStatusText saved={saved} />
      </span>
      {left !== undefined && (
        <span className={isUrgent(left) ? styles['urgent'] : styles['left']}>
          <ClockIcon size={16} />
          {left > 0 ? `距截止 ${formatCountdown(left)}` : '已截止'}
        </span>
      )}
    </div>
  )
}

const two = (number: number) => String(number).padStart(2, '0')
const formatClock = (time: number) => `${two(new Date(time).getHours())}:${two(new Date(time).getMinutes())}`

function SaveStatusText({ saved }: { saved: DraftSaveState }) {
  switch (saved.at) {
    case 'nowhere':
      return <span className={styles['word']}>填写的内容会自动保存</span>
    case 'saving':
      return (
        <span className={styles['word']}>
          <CloudIcon size={16} />
          正在保存…
        </span>
      )
    case 'device':
      return (
        <span className={styles['word']}>
          <SavedIcon size={16} />
          已存在手机里
        </span>
      )
    case 'server':
      return (
        <span className={`${styles['word']} ${styles['kept']}`}>
          <SavedIcon size={16} />
          <span>已保存 {formatClock(saved.time)}</span>
        </span>
      )
    case 'offline':
      return (
        <span className={`${styles['word']} ${styles['amber']}`}>
          <OfflineIcon size={16} />
          没有网络，已存在手机里
        </span>
      )
    case 'lost':
      return (
        <span className={`${styles['word']} ${styles['urgent']}`}>
          <WarningIcon size={16} />
          没有存上，请勿关闭页面
        </span>
      )
  }
}
