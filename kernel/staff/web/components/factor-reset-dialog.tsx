import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { User } from '../../contract.ts'
import { resetFactors } from '../user-queries.ts'
import styles from './reset-dialog.module.css'

interface Props {
  row: User
  onClose: () => void
}

/** For a person who lost the phone with the authenticator app or the passkey. */
export function FactorResetDialog({ row, onClose }: Props) {
  const toast = useToast()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const reset = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await resetFactors(row.id)
      toast.success('已重置验证方式')
      onClose()
    } catch (refused) {
      setError(getErrorMessage(refused))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`重置验证方式：${row.name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger loading={isBusy} onClick={() => void reset()}>
            重置验证方式
          </Button>
        </>
      }
    >
      <p>将移除{row.name}的动态口令和全部通行密钥，密码和手机号不变。请先核实是本人要求，系统会通知本人。</p>
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
