import { useEffect, useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/light/button.tsx'
import { DingTalkIcon } from '#packages/web/light/more-icons.tsx'
import { goToDingTalk } from './dingtalk.ts'
import { Wrong } from './wrong.tsx'

export function DingTalkButton() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  useEffect(() => {
    // Back from DingTalk's page the browser shows this one as it was left.
    const rest = () => setBusy(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])
  const go = () => {
    setBusy(true)
    setError('')
    goToDingTalk().catch((thrown: unknown) => {
      setError(wordsOf(thrown))
      setBusy(false)
    })
  }
  return (
    <>
      <Button kind="plain" busy={busy && '正在打开钉钉…'} onClick={go}>
        <DingTalkIcon size={18} />
        用钉钉登录
      </Button>
      <Wrong words={error} />
    </>
  )
}
