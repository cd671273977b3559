import type { SheetChoice } from './column.ts'
import { likeness } from './likeness.ts'
import { comparable } from './written.ts'

const wordsOf = ({ title, synonyms = [] }: SheetChoice) => [title, ...synonyms]

/** 7 of 7班, 二 of 语文二组: what differs in these is something else, however alike the words are. */
const numeralsOf = (text: string) => (comparable(text).match(/\d+|[一二三四五六七八九十]+/g) ?? []).join(' ')

function nearness(word: string, other: string): number {
  const [numerals, others] = [numeralsOf(word), numeralsOf(other)]
  return numerals !== '' && others !== '' && numerals !== others ? 0 : likeness(word, other)
}

const alikeEnough = 0.6
const clearlyMore = 0.1

/** What was probably meant; nothing where that is not clear. */
export function nearest(word: string, choices: readonly SheetChoice[]): SheetChoice | undefined {
  const ranked = choices
    .map((choice) => ({ choice, score: Math.max(...wordsOf(choice).map((other) => nearness(word, other))) }))
    .sort((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (!first || first.score < alikeEnough) return undefined
  return second && first.score - second.score < clearlyMore ? undefined : first.choice
}

/** The one that is written so: by its value, its title or another word for it. */
export function choiceOf(word: string, choices: readonly SheetChoice[]): SheetChoice | undefined {
  const asked = comparable(word)
  return (
    choices.find(({ value }) => value === word) ??
    choices.find(({ title }) => comparable(title) === asked) ??
    choices.find(({ value, synonyms = [] }) => [value, ...synonyms].some((other) => comparable(other) === asked))
  )
}
