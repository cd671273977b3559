import { newId } from '#packages/core/id.ts'

/** The name that the sign-in page offers next time; the only thing that outlives a closed browser. */
export const rememberedName = 'userName'

/**
 * A browser that was closed has lost its session cookie. Then whoever sits here now starts with nothing: on a shared
 * computer nobody comes in with the session of the one before. The cookie itself opens nothing.
 */
export function openBrowserSession() {
  if (/(?:^|;\s*)sid=/.test(document.cookie)) return
  writeSid(newId(), false)
  forgetBrowserSession()
}

const noLogin = 'noLogin'

/** Somebody left a word that whoever comes next signs in anew. It counts once. */
export function obeyNoLogin() {
  if (localStorage.getItem(noLogin) === null) return
  for (const name of [noLogin, 'token', 'user']) localStorage.removeItem(name)
}

export function forgetBrowserSession() {
  const name = localStorage.getItem(rememberedName)
  localStorage.clear()
  if (name !== null) localStorage.setItem(rememberedName, name)
}

const keptSeconds = 30 * 24 * 60 * 60
const writeSid = (sid: string, isKept: boolean) => {
  document.cookie = `sid=${sid}; path=/; samesite=lax${isKept ? `; max-age=${keptSeconds}` : ''}`
}

/** Whether closing the browser is to end what begins now; said at each sign-in, because the last one may have differed. */
export const keepBrowserSession = (isKept: boolean) => writeSid(newId(), isKept)

export const storedToken = () => localStorage.getItem('token') ?? ''

export function storedUser<User>(): User | null {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null') as User | null
  } catch {
    return null
  }
}
