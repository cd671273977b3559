import type { ActionPreview } from '#packages/web/core/list/action-preview.ts'
import type { PlainAction } from '#packages/web/core/list/list-spec.ts'
import { BottomSheet } from '../bottom-sheet.tsx'
import { Button } from '../button.tsx'
import { Note } from '../note.tsx'
import type { AnyRow } from './any-list.ts'
import styles from './phone-list.module.css'

interface Props {
  action: Pick<PlainAction<AnyRow>, 'label' | 'verb' | 'isDanger'>
  preview: ActionPreview | undefined
  name: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost, with what the server says would happen. */
export function ActionQuestion({
  action: { label, verb = label, isDanger },
  preview,
  name,
  isBusy,
  onConfirm,
  onClose,
}: Props) {
  const why = preview?.obstacle ?? (preview?.count === 0 ? (preview.skipped ?? '没有可以处理的内容') : undefined)
  return (
    <BottomSheet title={`${verb}“${name}”？`} onClose={onClose}>
      {why && <Note kind="warning">{why}</Note>}
      {(preview?.changes ?? []).map(({ label: of, before, after, warning }) => (
        <p key={of} className={styles['about']}>
          {of}：{before} → {after}
          {warning && `（${warning}）`}
        </p>
      ))}
      {(preview?.consequences ?? []).map(({ label: of, text }) => (
        <p key={of} className={styles['about']}>
          {of}：{text}
        </p>
      ))}
      {preview?.note && <p className={styles['about']}>{preview.note}</p>}
      <div className={styles['two']}>
        <Button kind="plain" size="task" onClick={onClose}>
          取消
        </Button>
        {why === undefined && (
          <Button kind={isDanger ? 'withdraw' : 'primary'} size="task" busy={isBusy && '请稍等…'} onClick={onConfirm}>
            {verb}
          </Button>
        )}
      </div>
    </BottomSheet>
  )
}
