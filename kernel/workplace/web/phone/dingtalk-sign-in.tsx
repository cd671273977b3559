import { useEffect, useState } from 'react'
import { getRedirectQuery, type OnSignedIn, SignInMessage } from '#kernel/session/web/api.ts'
import { workplaceApi, type WorkplaceLogin } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { BindingForm } from './binding-form.tsx'
import { NoAuthCodeError } from './no-auth-code-error.ts'

interface AuthCodeProof {
  code: string
  ddId: string
  corpId: string
  state: string
}

export interface DingTalkSignInProps {
  /** Gets a code from DingTalk, or undefined when the browser is being redirected to DingTalk's page. */
  obtainCode: () => Promise<AuthCodeProof | undefined>
  /** Starts again: a code can be used once. */
  retry: () => void
  onSignedIn: OnSignedIn
}

type Stage = { at: 'asking' } | { at: 'binding'; login: WorkplaceLogin } | { at: 'failed'; message: string }

/** Gets a code from DingTalk and signs in with it, or asks the user to bind an account. */
export function DingTalkSignIn({ obtainCode, retry, onSignedIn }: DingTalkSignInProps) {
  usePageTitle('钉钉登录')
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  useEffect(() => {
    const signIn = async () => {
      const proof = await obtainCode()
      if (!proof) return
      const login = await call(workplaceApi.loginByCode, { body: proof })
      if (login.goBind) setStage({ at: 'binding', login })
      else onSignedIn(login)
    }
    signIn().catch((error: unknown) => setStage({ at: 'failed', message: describeError(error) }))
    // Once per visit, because a code can be used once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  switch (stage.at) {
    case 'asking':
      return <SignInMessage title="钉钉登录" text="正在通过钉钉登录…" />
    case 'binding':
      return <BindingForm login={stage.login} onSignedIn={onSignedIn} />
    case 'failed':
      return (
        <SignInMessage
          title="钉钉登录失败"
          text={stage.message}
          next={{ label: '重试', go: retry }}
          link={{ label: '用其他方式登录', to: `/login${getRedirectQuery(location.search)}` }}
        />
      )
  }
}

const describeError = (error: unknown) =>
  error instanceof CallError || error instanceof NoAuthCodeError ? error.message : '钉钉没有响应，请稍后重试'
