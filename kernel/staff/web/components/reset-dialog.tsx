import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import type { User } from '../../contract.ts'
import { resetPassword, resetPasswordBySms } from '../user-queries.ts'
import styles from './reset-dialog.module.css'

interface Props {
  row: Pick<User, 'id' | 'name' | 'mobile'>
  onClose: () => void
}

/** Resets a password: confirms first, then shows the new one once or sends it to the mobile on file. */
export function ResetDialog({ row, onClose }: Props) {
  const [password, setPassword] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const { isBusy, refusal, send } = useSubmit()
  if (password !== undefined) return <NewPassword name={row.name} password={password} onClose={onClose} />
  if (sentTo !== undefined) return <Sent name={row.name} sentTo={sentTo} onClose={onClose} />
  const show = () => send(async () => setPassword(await resetPassword(row.id)))
  const text = () => send(async () => setSentTo(await resetPasswordBySms(row.id)))
  return (
    <Dialog
      title={`重置密码：${row.name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          {row.mobile && (
            <Button disabled={isBusy} onClick={() => void text()}>
              重置并发短信
            </Button>
          )}
          <Button type="primary" danger loading={isBusy} onClick={() => void show()}>
            重置密码
          </Button>
        </>
      }
    >
      <p>将为{row.name}生成一个新密码。原密码立即失效，本人在所有设备上的登录都会退出。</p>
      {refusal && (
        <p className={styles['error']} role="alert">
          {refusal}
        </p>
      )}
    </Dialog>
  )
}

interface ResultProps {
  name: string
  onClose: () => void
}

const Finish = ({ onClose }: Pick<ResultProps, 'onClose'>) => (
  <Button type="primary" data-first="" onClick={onClose}>
    完成
  </Button>
)

const NewPassword = ({ name, password, onClose }: ResultProps & { password: string }) => (
  <Dialog title={`${name}的新密码`} size="question" onClose={onClose} foot={<Finish onClose={onClose} />}>
    <p className={styles['line']} role="status">
      <code className={styles['password']}>{password}</code>
      <CopyButton text={password} label="复制" name="新密码" />
    </p>
    <p className={styles['note']}>只显示这一次，可在电话中逐字读出。首次登录后须立即修改密码。</p>
  </Dialog>
)

const Sent = ({ name, sentTo, onClose }: ResultProps & { sentTo: string }) => (
  <Dialog title={`重置密码：${name}`} size="question" onClose={onClose} foot={<Finish onClose={onClose} />}>
    <p role="status">{`新密码已发送到 ${sentTo}。首次登录后须立即修改密码。`}</p>
  </Dialog>
)
