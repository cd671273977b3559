import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import type { User } from '../../contract.ts'
import { resetPassword } from '../user-queries.ts'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import styles from './reset-dialog.module.css'

interface Props {
  row: User
  onClose: () => void
}

/** A new password for somebody who lost theirs: asked about first, shown once. */
export function ResetDialog({ row, onClose }: Props) {
  const [password, setPassword] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const reset = async () => {
    setBusy(true)
    setError(undefined)
    try {
      setPassword(await resetPassword(row.id))
    } catch (refused) {
      setError(wordsOf(refused))
    } finally {
      setBusy(false)
    }
  }
  if (password !== undefined) {
    return (
      <Dialog
        title={`${row.name}的新密码`}
        size="question"
        onClose={onClose}
        foot={
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        }
      >
        <p className={styles['line']} role="status">
          <code className={styles['password']}>{password}</code>
          <CopyButton text={password} label="复制" name="新密码" />
        </p>
        <p className={styles['note']}>只显示这一次。本人用它登录后，需要马上设置自己的密码。</p>
      </Dialog>
    )
  }
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
          <Button type="primary" danger loading={isBusy} onClick={() => void reset()}>
            重置密码
          </Button>
        </>
      }
    >
      <p>将为{row.name}生成一个新密码。原密码立即失效，本人在所有设备上的登录都会退出。</p>
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
