import { formatWeekday } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import type { RoleDetail } from '../../../contract.ts'
import styles from './save-bar.module.css'

interface Props {
  detail: RoleDetail
  count: number
  /** Number of people who will be notified, if known. */
  affected: number | undefined
  isBusy: boolean
  canUndo: boolean
  onSave: () => void
  onUndo: () => void
  onDiscard: () => void
}

/** Always visible at the foot of the page, so that nothing moves after the first change. */
export function SaveBar({ detail, count, affected, isBusy, canUndo, onSave, onUndo, onDiscard }: Props) {
  const { updatedAt, updatedBy } = detail
  return (
    <footer className={styles['bar']}>
      <Button type="primary" disabled={count === 0} loading={isBusy} onClick={onSave}>
        {count > 0 && affected ? `保存并通知 ${affected.toLocaleString()} 人` : '保存'}
      </Button>
      <Button disabled={count === 0 || isBusy} onClick={onDiscard}>
        放弃改动
      </Button>
      <span className={styles['count']} role="status">
        {count > 0 && `${count} 处改动`}
      </span>
      {canUndo && count > 0 && (
        <Button type="text" title="Ctrl+Z" disabled={isBusy} onClick={onUndo}>
          撤销一步
        </Button>
      )}
      <span className={styles['note']}>
        <span>立即生效，7 天内可还原</span>
        {updatedAt && (
          <span>
            上次修改 {updatedBy} {formatWeekday(updatedAt)}
          </span>
        )}
      </span>
    </footer>
  )
}
