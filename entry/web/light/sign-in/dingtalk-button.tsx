import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/light/button.tsx'
import { DingTalkIcon } from '#packages/web/light/more-icons.tsx'
import { goToDingTalk } from './dingtalk.ts'

export function DingTalkButton() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const go = () => {
    setBusy(true)
    setError('')
    goToDingTalk().catch((thrown: unknown) => {
      setError(wordsOf(thrown))
      setBusy(false)
    })
  }
  return (
    <Button kind="plain" busy={busy && '正在打开钉钉…'} title={error} onClick={go}>
      <DingTalkIcon size={18} />
      {error ? '钉钉没有响应，重试' : '用钉钉登录'}
    </Button>
  )
}
