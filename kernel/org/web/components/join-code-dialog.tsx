import { useState } from 'react'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
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
  if (made) return <ShownCode name={name} made={made} onClose={onClose} />
  const isNew = kind === 'new'
  const run = async () => {
    if (isNew) return setMade(await createJoinCode(id))
    await revokeJoinCode(id)
    toast.success('加入码已停用')
    onClose()
  }
  return (
    <ConfirmAction
      title={`${isNew ? '生成加入码' : '停用加入码'}：${name}`}
      submitLabel={isNew ? '生成' : '停用'}
      isDanger={!isNew}
      submit={run}
      onSent={() => {}}
      onClose={onClose}
    >
      <p>
        {isNew
          ? '生成后，以前的加入码立即失效。新的加入码只显示这一次，请复制后发给需要加入的教职工。'
          : '停用后，已发出的加入码立即失效。已经提交的申请不受影响。'}
      </p>
    </ConfirmAction>
  )
}

/** Two halves, as people read it out. */
const halved = (code: string) => `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`

function ShownCode({ name, made: { code, expiresAt }, onClose }: { name: string; made: Code; onClose: () => void }) {
  return (
    <NoticeDialog title={`加入码：${name}`} buttons={<CopyButton text={code} label="复制" />} onClose={onClose}>
      <p className={styles['code']} role="status" aria-label={`加入码 ${code.split('').join(' ')}`}>
        {halved(code)}
      </p>
      <p className={styles['words']}>{`有效期至 ${formatDayTime(expiresAt)}。关闭后不再显示，遗失可重新生成。`}</p>
    </NoticeDialog>
  )
}
