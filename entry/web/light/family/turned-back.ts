/** Home, because the page that was wanted is none of theirs. */
export const turnedBack = { isTurnedBack: true } as const

/** Whether home was reached this way; told once. */
export function takeTurnedBack(): boolean {
  const isTurnedBack = Boolean((history.state as Partial<typeof turnedBack> | null)?.isTurnedBack)
  if (isTurnedBack) history.replaceState(null, '', location.href)
  return isTurnedBack
}
