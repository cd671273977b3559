import { useEffect, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/light/button.tsx'
import { DingTalkIcon } from '#packages/web/light/more-icons.tsx'
import { FormError } from '#kernel/session/web/api.ts'
import { redirectToDingTalk } from './dingtalk-redirect.ts'

export default function DingTalkButton() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  useEffect(() => {
    // When the user returns from DingTalk's page, the browser shows this one as it was left.
    const rest = () => setBusy(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])
  const go = () => {
    setBusy(true)
    setError('')
    redirectToDingTalk().catch((thrown: unknown) => {
      setError(getErrorMessage(thrown))
      setBusy(false)
    })
  }
  return (
    <>
      <Button kind="plain" busy={busy && '正在打开钉钉…'} onClick={go}>
        <DingTalkIcon size={18} />
        用钉钉登录
      </Button>
      <FormError message={error} />
    </>
  )
}
