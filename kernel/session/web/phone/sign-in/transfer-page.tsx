import { useEffect, useState } from 'react'
import { isRetryableError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInFlow } from './sign-in-flow.tsx'
import { getRedirectQuery } from './redirect-after-sign-in.ts'
import { SignInMessage } from './sign-in-message.tsx'

/** The ticket opens a session, so it is removed from the address before anything is rendered. */
function takeTicket(): string {
  const ticket = new URLSearchParams(location.search).get('ticket') ?? ''
  if (ticket) history.replaceState(null, '', location.pathname + getRedirectQuery(location.search))
  return ticket
}

const ticket = takeTicket()

/** Sign-in from another system that has identified the user. */
export default function TransferPage() {
  return <SignInFlow>{(onSignedIn) => <Transfer onSignedIn={onSignedIn} />}</SignInFlow>
}

type Stage = { at: 'asking' } | { at: 'refused'; message: string; mayRetry: boolean }
const noTicket: Stage = { at: 'refused', message: '登录链接不完整或已使用，请从原系统重新打开。', mayRetry: false }

function Transfer({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  usePageTitle('登录')
  const [stage, setStage] = useState<Stage>(ticket ? { at: 'asking' } : noTicket)
  useEffect(() => {
    if (stage.at !== 'asking') return
    import('./sign-in-api.ts')
      .then(({ call, sessionApi }) => call(sessionApi.transferLogin, { body: { ticket } }))
      .then(
        (result) => onSignedIn(result),
        (error: unknown) =>
          setStage({ at: 'refused', message: getErrorMessage(error), mayRetry: isRetryableError(error) }),
      )
    // Once for each attempt.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stage.at])
  if (stage.at === 'asking') return <SignInMessage title="正在登录" text="正在核对登录信息…" />
  const retry = { next: { label: '重试', go: () => setStage({ at: 'asking' }) } }
  return (
    <SignInMessage
      title="无法登录"
      text={stage.message}
      {...(stage.mayRetry && retry)}
      link={{ label: '用其他方式登录', to: `/login${getRedirectQuery(location.search)}` }}
    />
  )
}
