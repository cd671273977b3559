import { labelOf } from '#packages/contract'
import {
  cancelReasons,
  type AskMode,
  type CoverKind,
  type CoverLesson,
  type CoverItem,
  type Proposal,
} from '../../contract.ts'
import { isArrangeable } from '../lesson-states.ts'

interface Named {
  id: string
  name: string
}

/** What is asked for one lesson, with the names that are shown. */
export interface CoverChoice {
  kind: CoverKind
  askMode: AskMode
  people: readonly Named[]
  /** Why this colleague. */
  facts?: readonly string[]
  /** swap: the lesson of the colleague. */
  other?: { id: string; seenAt: string; label: string }
  /** move: the new time; cancel: when it is made up for. */
  to?: { day: string; periodId: string; label: string }
  cancelReason?: keyof typeof cancelReasons
}

/** By lesson. */
export type CoverChoices = Readonly<Record<string, CoverChoice>>

export const askOffice: CoverChoice = { kind: 'substitute', askMode: 'office', people: [] }

export const askPeople = (kind: CoverKind, people: readonly Named[], facts: readonly string[] = []): CoverChoice => ({
  kind,
  askMode: people.length > 1 ? 'several' : 'one',
  people,
  facts,
})

/** Lessons that still need a decision. */
export const listOpen = (lessons: readonly CoverLesson[], choices: CoverChoices) =>
  lessons.filter(({ state, lessonId }) => state === 'free' && !choices[lessonId])

export const listCoverInputs = (lessons: readonly CoverLesson[], choices: CoverChoices): CoverItem[] =>
  lessons.filter(isArrangeable).flatMap(({ lessonId, seenAt }) => {
    const choice = choices[lessonId]
    if (!choice) return []
    const { kind, askMode, people, other, to, cancelReason } = choice
    return {
      lessonId,
      seenAt,
      kind,
      askMode,
      userIds: people.map(({ id }) => id),
      otherLessonId: other?.id ?? null,
      otherSeenAt: other?.seenAt ?? null,
      to: to ? { day: to.day, periodId: to.periodId } : null,
      cancelReason: cancelReason ?? null,
    }
  })

/** The proposed colleagues, and why somebody was not found. */
export function readProposal({ lessons }: Proposal) {
  const choices: Record<string, CoverChoice> = {}
  const notes: Record<string, string> = {}
  for (const { lessonId, userId, name, facts, note } of lessons) {
    if (userId) choices[lessonId] = askPeople('substitute', [{ id: userId, name }], facts)
    if (note) notes[lessonId] = note
  }
  return { choices, notes }
}

/** 何思敏; 请教务安排; 与王芳 周五第2节八(2)班英语对调 */
export function describeChoice({ kind, askMode, people, other, to, cancelReason }: CoverChoice): string {
  const names = people.map(({ name }) => name).join('、')
  if (kind === 'swap') return `与${other?.label ?? ''}对调`
  if (kind === 'move') return `移到${to?.label ?? ''}`
  if (kind === 'cancel')
    return to ? `停课，${to.label}补课` : `停课（${cancelReason ? labelOf(cancelReasons, cancelReason) : ''}）`
  const who = askMode === 'office' ? '请教务安排' : askMode === 'everybody' ? '群发认领' : names
  return kind === 'supervise' ? `${who}，自习看管` : who
}
