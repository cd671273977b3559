import { useState } from 'react'
import { listUnsent, removeUnsent } from '#packages/web/core/outbox/device-outbox.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { signOutToLogin } from '../menu.ts'

/** Before a sign-out: something on this computer has not reached the server. Only the user decides that it goes. */
export default function UnsentDialog({ onClose }: { onClose: () => void }) {
  const [count] = useState(() => listUnsent().length)
  const removeAndSignOut = async () => {
    await removeUnsent()
    await signOutToLogin()
  }
  return (
    <ConfirmAction
      title={`还有${count}份记录没有上传`}
      size="form"
      cancelLabel="先不退出"
      submitLabel="退出，保留在本机"
      submit={signOutToLogin}
      alternative={{ label: '退出并删除', submit: removeAndSignOut }}
      onClose={onClose}
    >
      <p>保留在本机的记录，用本账号在这台电脑上再次登录后自动上传，其他人看不到。</p>
    </ConfirmAction>
  )
}
