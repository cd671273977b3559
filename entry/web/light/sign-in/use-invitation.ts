import { useEffect, useState } from 'react'

/**
 * The word of an invitation link. It stands behind the # so that no server and no log sees it, and it leaves the
 * address at once so that it stays out of the history and of photographs of the screen.
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
    // A link that is pasted while this page is open changes only the part behind the #.
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
