import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
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
  if (password !== undefined) return <NewPassword name={row.name} password={password} onClose={onClose} />
  if (sentTo !== undefined) return <Sent name={row.name} sentTo={sentTo} onClose={onClose} />
  const show = async () => setPassword(await resetPassword(row.id))
  const text = async () => setSentTo(await resetPasswordBySms(row.id))
  return (
    <ConfirmAction
      title={`重置密码：${row.name}`}
      submitLabel="重置密码"
      isDanger
      submit={show}
      alternative={row.mobile ? { label: '重置并发短信', submit: text } : undefined}
      onSent={() => {}}
      onClose={onClose}
    >
      <p>将为{row.name}生成一个新密码。原密码立即失效，本人在所有设备上的登录都会退出。</p>
    </ConfirmAction>
  )
}

interface ResultProps {
  name: string
  onClose: () => void
}

const NewPassword = ({ name, password, onClose }: ResultProps & { password: string }) => (
  <NoticeDialog title={`${name}的新密码`} onClose={onClose}>
    <p className={styles['line']} role="status">
      <code className={styles['password']}>{password}</code>
      <CopyButton text={password} label="复制" name="新密码" />
    </p>
    <p className={styles['note']}>只显示这一次，可在电话中逐字读出。首次登录后须立即修改密码。</p>
  </NoticeDialog>
)

const Sent = ({ name, sentTo, onClose }: ResultProps & { sentTo: string }) => (
  <NoticeDialog title={`重置密码：${name}`} onClose={onClose}>
    <p role="status">{`新密码已发送到 ${sentTo}。首次登录后须立即修改密码。`}</p>
  </NoticeDialog>
)
