import { useState } from 'react'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { revokeJoinCode, createJoinCode } from '../change-queries.ts'
import styles from './management.module.css'

interface Props {
  id: string
  name: string
  kind: 'new' | 'drop'
  onClose: () => void
}

interface Code {
  code: string
  expiresAt: string
}

/** Asks before a code is created or revoked, because the previous one ends; then shows the new code once. */
export default function JoinCodeDialog({ id, name, kind, onClose }: Props) {
  const toast = useToast()
  const [made, setMade] = useState<Code>()
  const { isBusy, refusal, send } = useSubmit()
  if (made) return <ShownCode name={name} made={made} onClose={onClose} />
  const isNew = kind === 'new'
  const run = async () => {
    if (isNew) return setMade(await createJoinCode(id))
    await revokeJoinCode(id)
    toast.success('加入码已停用')
    onClose()
  }
  return (
    <Dialog
      title={`${isNew ? '生成加入码' : '停用加入码'}：${name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger={!isNew} loading={isBusy} onClick={() => void send(run)}>
            {isNew ? '生成' : '停用'}
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <p>
        {isNew
          ? '生成后，以前的加入码立即失效。新的加入码只显示这一次，请复制后发给需要加入的教职工。'
          : '停用后，已发出的加入码立即失效。已经提交的申请不受影响。'}
      </p>
    </Dialog>
  )
}

/** Two halves, as people read it out. */
const halved = (code: string) => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`

function ShownCode({ name, made: { code, expiresAt }, onClose }: { name: string; made: Code; onClose: () => void }) {
  return (
    <Dialog
      title={`加入码：${name}`}
      size="question"
      onClose={onClose}
      foot={
        <>
          <CopyButton text={code} label="复制" />
          <Button type="primary" data-first="" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <p className={styles['code']} role="status" aria-label={`加入码 ${code.split('').join(' ')}`}>
        {halved(code)}
      </p>
      <p className={styles['words']}>{`有效期至 ${formatDayTime(expiresAt)}。关闭后不再显示，遗失可重新生成。`}</p>
    </Dialog>
  )
}
