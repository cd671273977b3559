import { useEffect } from 'react'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInMessage } from './sign-in-message.tsx'

/** Inside DingTalk the user is known: this is tried once, and a failure shows nothing. */
export function SilentDingTalkSignIn({ onSignedIn, onTried }: { onSignedIn: OnSignedIn; onTried: () => void }) {
  useEffect(() => {
    import('../workplace/sign-in-silently.ts')
      .then(({ signInSilently }) => signInSilently())
      .then((login) => {
        onTried()
        onSignedIn(login)
      }, onTried)
    // Once per visit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <SignInMessage title="钉钉登录" text="正在通过钉钉登录…" />
}
