import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { sessionApi } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { signInAgain } from '#packages/web/core/session-redirects.ts'

/** Unlinks the DingTalk account; the user must sign in again afterwards. */
export default function UnbindDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const unbind = async () => {
    setBusy(true)
    try {
      await call(sessionApi.unbindWorkplace)
      signInAgain('钉钉已解绑，请重新登录')
    } catch (error) {
      setBusy(false)
      toast.error(getErrorMessage(error))
    }
  }
  return (
    <Dialog
      title="解除钉钉绑定"
      size="question"
      onClose={onClose}
      foot={
        <>
          <Button data-first onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger loading={busy} onClick={() => void unbind()}>
            解除绑定
          </Button>
        </>
      }
    >
      <p>解除后不能再用钉钉登录，并且需要重新登录。</p>
    </Dialog>
  )
}
