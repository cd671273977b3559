import { useEffect } from 'react'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInMessage } from './sign-in-message.tsx'

/** Inside DingTalk it is known who this is: that is tried once, and if it fails the form says nothing of it. */
export function SilentDingTalkSignIn({ onSignedIn, onTried }: { onSignedIn: OnSignedIn; onTried: () => void }) {
  useEffect(() => {
    import('../workplace/sign-in-silently.ts')
      .then(({ signInSilently }) => signInSilently())
      .then((login) => {
        onTried()
        onSignedIn(login)
      }, onTried)
    // Once a visit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <SignInMessage title="钉钉登录" text="正在通过钉钉登录…" />
}
