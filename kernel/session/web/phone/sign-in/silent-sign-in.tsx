import { useEffect } from 'react'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInMessage } from './sign-in-message.tsx'
import { useLoadSignInMethods } from './use-sign-in-methods.ts'

/** Inside DingTalk the user is known: this is tried once, and a failure shows nothing. */
export function SilentSignIn({ onSignedIn, onTried }: { onSignedIn: OnSignedIn; onTried: () => void }) {
  const loadMethods = useLoadSignInMethods()
  useEffect(() => {
    loadMethods()
      .then((methods) => Promise.any(methods.map(({ signInSilently }) => signInSilently())))
      .then((login) => {
        onTried()
        onSignedIn(login)
      }, onTried)
    // Once per visit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <SignInMessage title="钉钉登录" text="正在通过钉钉登录…" />
}
