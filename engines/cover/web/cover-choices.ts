import type { Candidate, CoverItem, CoverKind, CoverLesson, Proposal } from '../contract.ts'
import { isArrangeable } from './lesson-states.ts'

/** What is chosen for lessons, in the order of the choices. */
export type CoverChoices = readonly CoverItem[]

/** Lessons for which nothing is arranged or chosen. */
export const listOpen = (lessons: readonly CoverLesson[], choices: CoverChoices) =>
  lessons.filter(({ state, lessonId }) => state === 'free' && choices.every((one) => one.lessonId !== lessonId))

const createChoice = ({ lessonId, seenAt }: CoverLesson, part: Partial<CoverItem>): CoverItem => ({
  lessonId,
  seenAt,
  kind: 'substitute',
  askMode: 'one',
  userIds: [],
  otherLessonId: null,
  otherSeenAt: null,
  to: null,
  cancelReason: null,
  ...part,
})

/** Whether everything is chosen that the kind needs. */
export function isComplete({ kind, askMode, userIds, otherLessonId, to, cancelReason }: CoverItem): boolean {
  if (kind === 'swap') return otherLessonId !== null
  if (kind === 'move') return to !== null
  if (kind === 'cancel') return to !== null || cancelReason !== null
  return askMode === 'office' || askMode === 'everybody' || userIds.length > 0
}

/** Replaces the choice of a lesson; without a part the lesson has none. */
export function putChoice(choices: CoverChoices, lesson: CoverLesson, part?: Partial<CoverItem>): CoverChoices {
  const others = choices.filter(({ lessonId }) => lessonId !== lesson.lessonId)
  return part ? [...others, createChoice(lesson, part)] : others
}

/** Nobody chosen means that nothing is chosen. */
export const putPeople = (
  choices: CoverChoices,
  lesson: CoverLesson,
  kind: CoverKind,
  userIds: readonly string[],
): CoverChoices =>
  putChoice(
    choices,
    lesson,
    userIds.length === 0
      ? undefined
      : { kind, askMode: userIds.length === 1 ? 'one' : 'several', userIds: [...userIds] },
  )

export const askOfficeForAll = (lessons: readonly CoverLesson[], choices: CoverChoices): CoverChoices =>
  listOpen(lessons, choices).reduce((all, lesson) => putChoice(all, lesson, { askMode: 'office' }), choices)

/** The proposed colleagues; lessons for which there is nobody stay as they were. */
export const applyProposal = (
  lessons: readonly CoverLesson[],
  choices: CoverChoices,
  proposal: Proposal,
): CoverChoices =>
  proposal.lessons.reduce((all, { lessonId, userId }) => {
    const lesson = lessons.find((one) => one.lessonId === lessonId)
    return lesson && userId ? putPeople(all, lesson, 'substitute', [userId]) : all
  }, choices)

/** Choices of lessons that are still there and unchanged: others would be refused. */
export const dropOutdated = (lessons: readonly CoverLesson[], choices: CoverChoices): CoverChoices =>
  choices.filter(({ lessonId, seenAt }) =>
    lessons.some((lesson) => lesson.lessonId === lessonId && lesson.seenAt === seenAt && isArrangeable(lesson)),
  )

/** Colleagues who are chosen for another lesson at the same time. */
export function listBusy(
  lessons: readonly CoverLesson[],
  choices: CoverChoices,
  { lessonId, day, begins, ends }: CoverLesson,
): readonly string[] {
  const sameTime = lessons.filter(
    (one) => one.lessonId !== lessonId && one.day === day && one.begins < ends && begins < one.ends,
  )
  return choices
    .filter((choice) => sameTime.some((one) => one.lessonId === choice.lessonId))
    .flatMap(({ userIds }) => userIds)
}

/** A candidate who is chosen for another lesson at the same time cannot be chosen here too. */
export const blockBusy = (candidates: readonly Candidate[], busy: readonly string[]): readonly Candidate[] =>
  candidates.map((one) =>
    one.obstacle === '' && busy.includes(one.userId) ? { ...one, obstacle: '已选代同一时间的另一节课' } : one,
  )
