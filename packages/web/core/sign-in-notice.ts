const storageKey = 'notice'

/** Words for the sign-in page, from somebody who is just being sent there. */
export const setSignInNotice = (message: string) => sessionStorage.setItem(storageKey, message)

/** Said once. */
export function takeSignInNotice(): string | undefined {
  const message = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return message ?? undefined
}
