import { phrases as phrasesForm } from '../../contract.ts'

export const maxPhrases = 20
export const maxPhraseLength = 60

/** Moves a phrase one place up or down. */
export function movePhrase(phrases: readonly string[], index: number, by: -1 | 1): string[] {
  const to = index + by
  const next = [...phrases]
  if (to < 0 || to >= phrases.length) return next
  const [moved] = next.splice(index, 1)
  next.splice(to, 0, moved!)
  return next
}

/** Why they cannot be saved, in the words of the contract; empty if they can. */
export function getPhraseProblem(phrases: readonly string[]): string {
  const checked = phrasesForm.safeParse({ phrases })
  if (!checked.success) return checked.error.issues[0]!.message
  const trimmed = checked.data.phrases
  return new Set(trimmed).size < trimmed.length ? '有重复的常用意见' : ''
}
