import { useEffect, useState } from 'react'
import { mayPass, wordsOf } from '#packages/web/core/call-error.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import type { Arrive } from './arrival.ts'
import { Doorway } from './doorway.tsx'
import { wishIn } from './enter.ts'
import { Message } from './message.tsx'

/** The ticket opens a session, so it leaves the address before anything is drawn. */
function takeTicket(): string {
  const ticket = new URLSearchParams(location.search).get('ticket') ?? ''
  if (ticket) history.replaceState(null, '', location.pathname + wishIn(location.search))
  return ticket
}

const ticket = takeTicket()

/** In from another system that knows who this is. */
export default function TransferPage() {
  return <Doorway>{(arrive) => <Transfer arrive={arrive} />}</Doorway>
}

type Stage = { at: 'asking' } | { at: 'refused'; words: string; mayRetry: boolean }
const noTicket: Stage = { at: 'refused', words: '登录链接不完整或已使用，请从原系统重新打开。', mayRetry: false }

function Transfer({ arrive }: { arrive: Arrive }) {
  usePageTitle('登录')
  const [stage, setStage] = useState<Stage>(ticket ? { at: 'asking' } : noTicket)
  useEffect(() => {
    if (stage.at !== 'asking') return
    import('./server-side.ts')
      .then(({ call, sessionApi }) => call(sessionApi.transferLogin, { body: { ticket } }))
      .then(
        (result) => arrive(result),
        (error: unknown) => setStage({ at: 'refused', words: wordsOf(error), mayRetry: mayPass(error) }),
      )
    // Once for each time it is asked.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stage.at])
  if (stage.at === 'asking') return <Message title="正在登录" words="正在核对登录信息…" />
  const retry = { next: { label: '重试', go: () => setStage({ at: 'asking' }) } }
  return (
    <Message
      title="无法登录"
      words={stage.words}
      {...(stage.mayRetry && retry)}
      link={{ label: '用其他方式登录', to: `/login${wishIn(location.search)}` }}
    />
  )
}
