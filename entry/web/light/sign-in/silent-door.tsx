import { useEffect } from 'react'
import type { Arrive } from './arrival.ts'
import { Message } from './message.tsx'

/** Inside DingTalk it is known who this is: that is tried once, and if it fails the form says nothing of it. */
export function SilentDoor({ arrive, onTried }: { arrive: Arrive; onTried: () => void }) {
  useEffect(() => {
    import('../workplace/sign-in-silently.ts')
      .then(({ signInSilently }) => signInSilently())
      .then((login) => {
        onTried()
        arrive(login)
      }, onTried)
    // Once a visit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <Message title="钉钉登录" words="正在通过钉钉登录…" />
}
