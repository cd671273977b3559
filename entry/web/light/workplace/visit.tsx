import { useEffect, useState } from 'react'
import { workplaceApi, type WorkplaceLogin } from '#kernel/workplace/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import type { Arrive } from '../sign-in/arrival.ts'
import { wishIn } from '../sign-in/enter.ts'
import { Message } from '../sign-in/message.tsx'
import { BindingForm } from './binding-form.tsx'
import { NoCode } from './no-code.ts'

interface Proof {
  code: string
  ddId: string
  corpId: string
  state: string
}

export interface VisitProps {
  /** Gets a code from DingTalk, or nothing when the browser is on its way to DingTalk's page. */
  obtain: () => Promise<Proof | undefined>
  /** Begins anew: a code can be used once. */
  again: () => void
  arrive: Arrive
}

type Stage = { at: 'asking' } | { at: 'binding'; login: WorkplaceLogin } | { at: 'failed'; words: string }

/** Gets a code from DingTalk and signs in with it, or asks whose account it is. */
export function Visit({ obtain, again, arrive }: VisitProps) {
  usePageTitle('钉钉登录')
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  useEffect(() => {
    const visit = async () => {
      const proof = await obtain()
      if (!proof) return
      const login = await call(workplaceApi.loginByCode, { body: proof })
      if (login.goBind) setStage({ at: 'binding', login })
      else arrive(login)
    }
    visit().catch((error: unknown) => setStage({ at: 'failed', words: wordsFor(error) }))
    // Once a visit: the code is spent by it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  switch (stage.at) {
    case 'asking':
      return <Message title="钉钉登录" words="正在通过钉钉登录…" />
    case 'binding':
      return <BindingForm login={stage.login} arrive={arrive} />
    case 'failed':
      return (
        <Message
          title="钉钉登录失败"
          words={stage.words}
          next={{ label: '重试', go: again }}
          link={{ label: '用其他方式登录', to: `/login${wishIn(location.search)}` }}
        />
      )
  }
}

const wordsFor = (error: unknown) =>
  error instanceof CallError || error instanceof NoCode ? error.message : '钉钉没有响应，请稍后重试'
