import { newId } from '#packages/core/id.ts'

/** The user name that the sign-in page offers next time; the only value that survives a closed browser. */
export const rememberedNameKey = 'userName'

/**
 * A closed browser has lost its session cookie. Then the stored session is dropped, so that on a shared computer
 * nobody continues the session of the previous user. The cookie itself grants nothing.
 */
export function openBrowserSession() {
  if (/(?:^|;\s*)sid=/.test(document.cookie)) return
  writeSid(newId(), false)
  clearBrowserSession()
}

const noLoginKey = 'noLogin'

/** A stored flag requires the next visitor to sign in again. It counts once. */
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

/** Whether closing the browser ends the session; set at each sign-in, because the last one may have differed. */
export const startBrowserSession = (isPersistent: boolean) => writeSid(newId(), isPersistent)

export const getStoredToken = () => localStorage.getItem('token') ?? ''

export function getStoredUser<User>(): User | null {
  try {
    return JSON.parse(localStorage.getItem('user') ?? 'null') as User | null
  } catch {
    return null
  }
}
