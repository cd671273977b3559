import { Button } from '#packages/web/desk/button.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { UserDetail } from '../../contract.ts'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { FactorResetDialog } from './factor-reset-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import styles from './account-actions.module.css'

/** Account actions next to the account status. */
export function AccountActions({ detail }: { detail: UserDetail }) {
  const may = useMay()
  if (!may('user.reset') || detail.status === 'left') return null
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
        <Button onClick={() => showDialog((close) => <InviteDialog ids={[detail.id]} onClose={close} />)}>
          {detail.account === 'invited' ? '重新邀请' : '邀请开通账号'}
        </Button>
      )}
    </div>
  )
}
