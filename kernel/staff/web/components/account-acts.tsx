import { Button } from '#packages/web/desk/button.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserDetail } from '../../contract.ts'
import { showDialog } from '#packages/web/desk/shown-dialogs.tsx'
import { staffKey } from '../queries.ts'
import { invite } from '../user-queries.ts'
import { FactorResetDialog } from './factor-reset-dialog.tsx'
import { InvitationsDialog } from './invitations-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import styles from './account-acts.module.css'

/** What can be done about somebody's way in, beside what is known of it. */
export function AccountActs({ detail }: { detail: UserDetail }) {
  const may = useMay()
  const toast = useToast()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (!may('user.reset') || detail.status === 'left') return null
  const send = async () => {
    setBusy(true)
    try {
      const invited = await invite({ ids: [detail.id] })
      showDialog((close) => <InvitationsDialog invited={invited} onClose={close} />)
      await client.invalidateQueries({ queryKey: staffKey })
    } catch (error) {
      toast.error(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles['acts']}>
      {detail.account === 'active' ? (
        <>
          <Button onClick={() => showDialog((close) => <ResetDialog row={detail} onClose={close} />)}>重置密码</Button>
          <Button onClick={() => showDialog((close) => <FactorResetDialog row={detail} onClose={close} />)}>
            重置验证方式
          </Button>
        </>
      ) : (
        <Button loading={isBusy} onClick={() => void send()}>
          {detail.account === 'invited' ? '重新邀请' : '邀请开通账号'}
        </Button>
      )}
    </div>
  )
}
