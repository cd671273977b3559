import type { BodyOf } from '#packages/contract'
import type { CoverLesson, Proposal } from '#engines/cover/contract.ts'
import { describeState, nameLesson } from '#engines/cover/web/desk-api.ts'
import type { BoardColumn, BoardLessonState } from '#packages/web/desk/day-board/board-types.ts'
import type { coverOfficeApi, DayBoard } from '../../contract.ts'

/** What is chosen for a lesson, but not sent yet. */
export interface Draft {
  sent: BodyOf<typeof coverOfficeApi.assign>['lessons'][number]
  /** Whoever is chosen, or what happens: 王芳, 停课（考试）. */
  text: string
}
export type Drafts = readonly Draft[]

export const listLessons = ({ absent, others }: DayBoard): readonly CoverLesson[] => [
  ...absent.flatMap(({ lessons }) => lessons),
  ...others,
]

/** Nobody gives it, and nobody is asked. */
export const isOpen = ({ state, requestStatus }: CoverLesson) =>
  state === 'free' || (state === 'asked' && requestStatus === 'open')

const boardStates = { asked: 'waiting', covered: 'arranged', cancelled: 'cancelled', past: 'past' } as const
const toBoardState = (lesson: CoverLesson): BoardLessonState =>
  lesson.state === 'free' || isOpen(lesson) ? 'open' : boardStates[lesson.state]

export const findDraft = (drafts: Drafts, lessonId: string) => drafts.find(({ sent }) => sent.lessonId === lessonId)

/** Drafts of lessons that nobody has changed since: others would be refused. */
export const dropOutdated = (drafts: Drafts, lessons: readonly CoverLesson[]): Drafts =>
  drafts.filter(({ sent }) =>
    lessons.some(
      ({ lessonId, seenAt, state }) => lessonId === sent.lessonId && seenAt === sent.seenAt && state !== 'past',
    ),
  )

export const putDraft = (drafts: Drafts, draft: Draft): Drafts => [
  ...drafts.filter(({ sent }) => sent.lessonId !== draft.sent.lessonId),
  draft,
]

export const createDraft = (
  { lessonId, seenAt }: CoverLesson,
  part: Partial<Draft['sent']> & Pick<Draft['sent'], 'kind'>,
  text: string,
): Draft => ({
  sent: {
    lessonId,
    seenAt,
    userId: null,
    otherLessonId: null,
    otherSeenAt: null,
    to: null,
    cancelReason: null,
    ...part,
  },
  text,
})

/** The proposed colleagues; what was chosen by hand stays. */
export const applyProposal = (drafts: Drafts, lessons: readonly CoverLesson[], proposal: Proposal): Drafts =>
  proposal.lessons.reduce((all, { lessonId, userId, name }) => {
    const lesson = lessons.find((one) => one.lessonId === lessonId)
    if (!lesson || userId === null || findDraft(all, lessonId)) return all
    return putDraft(all, createDraft(lesson, { kind: 'substitute', userId }, name))
  }, drafts)

/** Colleagues who are chosen for another lesson at the same time. */
export function listBusy(drafts: Drafts, lessons: readonly CoverLesson[], lesson: CoverLesson): readonly string[] {
  const sameTime = lessons.filter(
    (one) => one.lessonId !== lesson.lessonId && one.begins < lesson.ends && lesson.begins < one.ends,
  )
  return sameTime.flatMap(({ lessonId }) => findDraft(drafts, lessonId)?.sent.userId ?? [])
}

const others = { id: 'others', name: '其他' }

/** A column for everybody who is missing, and one for other lessons without a teacher or with a request. */
export function toColumns(board: DayBoard, drafts: Drafts): BoardColumn[] {
  const toLesson = (lesson: CoverLesson) => {
    const draft = findDraft(drafts, lesson.lessonId)
    return {
      id: lesson.lessonId,
      periodId: lesson.periodId,
      title: lesson.groupName,
      detail: lesson.groupName.includes(lesson.subjectName) ? '' : lesson.subjectName,
      state: toBoardState(lesson),
      text: describeState(lesson),
      ...(draft && { draft: draft.text }),
    }
  }
  return [
    ...board.absent.map(({ userId, name, lessons }) => ({ id: userId, name, lessons: lessons.map(toLesson) })),
    ...(board.others.length > 0 ? [{ ...others, lessons: board.others.map(toLesson) }] : []),
  ]
}

/** 李明 七(3)班 数学 */
export const nameWithTeacher = (lesson: CoverLesson) =>
  [lesson.teachers.map(({ name }) => name).join('、'), nameLesson(lesson)].filter(Boolean).join(' ')
