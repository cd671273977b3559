import { newId } from '#packages/core/id.ts'

/** The name that the sign-in page offers next time; the only thing that outlives a closed browser. */
export const rememberedNameKey = 'userName'

/**
 * A browser that was closed has lost its session cookie. Then whoever sits here now starts with nothing: on a shared
 * computer nobody comes in with the session of the one before. The cookie itself opens nothing.
 */
export function openBrowserSession() {
  if (/(?:^|;\s*)sid=/.test(document.cookie)) return
  writeSid(newId(), false)
  clearBrowserSession()
}

const noLoginKey = 'noLogin'

/** Somebody left a word that whoever comes next signs in anew. It counts once. */
export function applyNoLoginFlag() {
  if (localStorage.getItem(noLoginKey) === null) return
  for (const name of [noLoginKey, 'token', 'user']) localStorage.removeItem(name)
}

export function clearBrowserSession() {
  const name = localStorage.getItem(rememberedNameKey)
  localStorage.clear()
  if (name !== null) localStorage.setItem(rememberedNameKey, name)
}

const persistSeconds = 30 * 24 * 60 * 60
const writeSid = (sid: string, isPersistent: boolean) => {
  document.cookie = `sid=${sid}; path=/; samesite=lax${isPersistent ? `; max-age=${persistSeconds}` : ''}`
}

/** Whether closing the browser is to end what begins now; said at each sign-in, because the last one may have differed. */
export const startBrowserSession = (isPersistent: boolean) => writeSid(newId(), isPersistent)

export const getStoredToken = () => localStorage.getItem('token') ?? ''

export function getStoredUser<User>(): User | null {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null') as User | null
  } catch {
    return null
  }
}
