const keyOf = (card: string) => `board.${card}`

/** When a card last had its data, also on an earlier visit: users decide by it whether to wait. */
export const rememberSuccess = (card: string, at: number) => localStorage.setItem(keyOf(card), String(at))

export function getLastSuccess(card: string): number | undefined {
  const stored = Number(localStorage.getItem(keyOf(card)))
  return stored > 0 ? stored : undefined
}
