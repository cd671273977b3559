const key = 'notice'

/** Words for the sign-in page, from somebody who is just being sent there. */
export const leaveNotice = (words: string) => sessionStorage.setItem(key, words)

/** Said once. */
export function takeNotice(): string | undefined {
  const words = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return words ?? undefined
}
