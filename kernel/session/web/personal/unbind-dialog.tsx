import { sessionApi } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { signInAgain } from '#packages/web/core/session-redirects.ts'

/** Unlinks the DingTalk account; the user must sign in again afterwards. */
export default function UnbindDialog({ onClose }: { onClose: () => void }) {
  const unbind = async () => {
    await call(sessionApi.unbindWorkplace)
    signInAgain('钉钉已解绑，请重新登录')
  }
  return (
    <ConfirmAction
      title="解除钉钉绑定"
      submitLabel="解除绑定"
      isDanger
      submit={unbind}
      onSent={() => {}}
      onClose={onClose}
    >
      <p>解除后不能再用钉钉登录，并且需要重新登录。</p>
    </ConfirmAction>
  )
}
