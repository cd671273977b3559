import type { SheetChoice } from './sheet-column.ts'
import { getSimilarity } from './text-similarity.ts'
import { toComparable } from './cell-text.ts'

const listChoiceNames = ({ title, synonyms = [] }: SheetChoice) => [title, ...synonyms]

/** 7 of 7班, 二 of 语文二组: different numerals mean different things, however similar the words are. */
const extractNumerals = (text: string) => (toComparable(text).match(/\d+|[一二三四五六七八九十]+/g) ?? []).join(' ')

function getChoiceSimilarity(word: string, other: string): number {
  const [numerals, others] = [extractNumerals(word), extractNumerals(other)]
  return numerals !== '' && others !== '' && numerals !== others ? 0 : getSimilarity(word, other)
}

const minSimilarity = 0.6
const minLead = 0.1

/** The probably meant choice; undefined where that is not clear. */
export function findNearestChoice(word: string, choices: readonly SheetChoice[]): SheetChoice | undefined {
  const ranked = choices
    .map((choice) => ({
      choice,
      score: Math.max(...listChoiceNames(choice).map((other) => getChoiceSimilarity(word, other))),
    }))
    .sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (!first || first.score < minSimilarity) return undefined
  return second && first.score - second.score < minLead ? undefined : first.choice
}

/** The choice with this value, title or synonym. */
export function findChoice(word: string, choices: readonly SheetChoice[]): SheetChoice | undefined {
  const wanted = toComparable(word)
  return (
    choices.find(({ value }) => value === word) ??
    choices.find(({ title }) => toComparable(title) === wanted) ??
    choices.find(({ value, synonyms = [] }) => [value, ...synonyms].some((other) => toComparable(other) === wanted))
  )
}
