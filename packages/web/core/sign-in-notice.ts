const storageKey = 'notice'

/** Stores a message for the sign-in page before the redirect. */
export const setSignInNotice = (message: string) => sessionStorage.setItem(storageKey, message)

/** Read once. */
export function takeSignInNotice(): string | undefined {
  const message = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return message ?? undefined
}
