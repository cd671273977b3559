import { CheckOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import type { useDraft } from './use-draft.ts'
import { formatSavedAt } from './format-saved-at.ts'
import styles from './draft-line.module.css'

type Draft = ReturnType<typeof useDraft>

/** Whether the draft is saved. */
export function DraftLine({ draft: { canKeep, savedAt, hasFailed } }: { draft: Draft }) {
  if (!canKeep) return null
  if (hasFailed) return <p className={`${styles['line']} ${styles['failed']}`}>草稿未保存，稍后自动重试</p>
  if (!savedAt) return null
  return (
    <p className={styles['line']}>
      <Glyph of={CheckOutlined} className={styles['tick']!} />
      草稿已保存 {formatSavedAt(savedAt)}
    </p>
  )
}

/** The draft of the last time: to be restored or discarded. */
export function DraftOffer({ draft: { offer, restore, discard } }: { draft: Draft }) {
  if (!offer) return null
  return (
    <div className={styles['offer']} role="status">
      <Glyph of={EditOutlined} className={styles['icon']!} />
      <p className={styles['words']}>上次填写的内容还没有提交</p>
      <Button size="small" onClick={restore}>
        恢复草稿（{formatSavedAt(offer.savedAt)} 保存）
      </Button>
      <Button size="small" type="text" onClick={discard}>
        丢弃
      </Button>
    </div>
  )
}
