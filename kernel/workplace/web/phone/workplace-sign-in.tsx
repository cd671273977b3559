import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { SignInFlow, SignInMessage } from '#kernel/session/web/api.ts'
import type { DingTalkSignInProps } from './dingtalk-sign-in.tsx'

const DingTalkSignIn = lazyComponent(() => import('./dingtalk-sign-in.tsx').then((loaded) => loaded.DingTalkSignIn), {
  fallback: <SignInMessage title="钉钉登录" text="正在通过钉钉登录…" />,
})

/** Signs in with the DingTalk identity, or asks the user to bind an account. */
export function WorkplaceSignIn(props: Omit<DingTalkSignInProps, 'onSignedIn'>) {
  return <SignInFlow>{(onSignedIn) => <DingTalkSignIn {...props} onSignedIn={onSignedIn} />}</SignInFlow>
}
