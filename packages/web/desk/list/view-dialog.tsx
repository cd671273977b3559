import { Input } from 'antd'
import { useId, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import type { SavedView } from '../preference-store.ts'
import { Checkbox } from './checkbox.tsx'
import type { Views } from './use-views.ts'
import styles from './views-line.module.css'

export type ViewDialogRequest = { kind: 'save' } | { kind: 'rename' | 'delete'; view: SavedView }

interface Props {
  views: Views
  question: ViewDialogRequest
  onClose: () => void
}

const titles = { save: '存为视图', rename: '改名', delete: '删除视图' } as const
const buttons = { save: '保存', rename: '保存', delete: '删除 1 个视图' } as const
const maxLength = 20

/** Names a view, or confirms its deletion. */
export default function ViewDialog({ views, question, onClose }: Props) {
  const { kind } = question
  const form = useId()
  const [name, setName] = useState(kind === 'save' ? '' : question.view.name)
  const [isShared, setShared] = useState(false)
  const [busy, setBusy] = useState(false)
  const trimmedName = name.trim()
  const apply = () => {
    if (kind === 'delete') return views.remove(question.view)
    return kind === 'rename'
      ? views.change(question.view, { name: trimmedName }, '已改名')
      : views.saveAs(trimmedName, isShared)
  }
  const submit = async () => {
    setBusy(true)
    const isKept = await apply()
    setBusy(false)
    if (isKept) onClose()
  }
  return (
    <Dialog
      title={titles[kind]}
      size="question"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            取消
          </Button>
          <Button
            form={form}
            htmlType="submit"
            type="primary"
            danger={kind === 'delete'}
            disabled={trimmedName === ''}
            loading={busy}
          >
            {buttons[kind]}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles['question']}
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmedName && !busy) void submit()
        }}
      >
        {kind === 'delete' ? (
          <p>{`视图“${name}”${question.view.isShared ? '已共享给本单位，删除后同事也看不到它' : '删除后不能恢复'}。`}</p>
        ) : (
          <div className={styles['field']}>
            <label htmlFor={`${form}-name`}>视图名称</label>
            <Input
              id={`${form}-name`}
              data-first=""
              maxLength={maxLength}
              showCount
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </div>
        )}
        {kind === 'save' && (
          <Checkbox isOn={isShared} onChange={({ target }) => setShared(target.checked)}>
            共享给本单位
          </Checkbox>
        )}
        {kind === 'save' && views.hasNumber && <p className={styles['left-out']}>搜索的手机号或身份证号不会存入视图</p>}
      </form>
    </Dialog>
  )
}
