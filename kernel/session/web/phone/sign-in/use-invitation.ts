import { useEffect, useState } from 'react'

/**
 * The token of an invitation link. It is in the fragment, so that no server and no log receives it, and it is removed
 * from the address at once, so that it is not in the history or in photographs of the screen.
 */
function takeInvitationToken(): string | undefined {
  const token = /^#invite=([\w.-]+)$/.exec(location.hash)?.[1]
  if (token) history.replaceState(null, '', location.pathname + location.search)
  return token
}

let initialToken = takeInvitationToken()

export function useInvitation(): [token: string | undefined, dismiss: () => void] {
  const [token, setToken] = useState(initialToken)
  useEffect(() => {
    // A link that is pasted while this page is open changes only the fragment.
    const updateToken = () => setToken((before) => takeInvitationToken() ?? before)
    window.addEventListener('hashchange', updateToken)
    return () => window.removeEventListener('hashchange', updateToken)
  }, [])
  return [
    token,
    () => {
      initialToken = undefined
      setToken(undefined)
    },
  ]
}
