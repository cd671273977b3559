import type { LessonChange, LessonFacts } from '#engines/timetable/server/api.ts'
import type { CoverKind } from '../contract.ts'
import type { LessonTime } from './lesson-times.ts'
import { formatDay } from './words.ts'

/** What a cover does to a lesson. */
export interface ChangeOf {
  kind: CoverKind
  lesson: Pick<LessonFacts, 'id' | 'teacherIds' | 'day' | 'periodName'>
  fromId: string | null
  /** substitute, supervise, merge: who gives it. */
  toId: string | null
  toName: string
  /** swap, move, cancel: where it goes. */
  place: LessonTime | undefined
  /** swap: the subject of the lesson that it changes places with. */
  otherSubject: string
  /** merge: the class that it joins. */
  otherClass?: string
  seenAt?: string
}

const remarkLength = 60

/** Pupils and parents read the remark: it has no reason. */
function getRemark({ kind, toName, place, otherSubject, otherClass, lesson }: ChangeOf): string {
  if (kind === 'substitute') return `由${toName}代课`
  if (kind === 'supervise') return `自习（${toName}看管）`
  if (kind === 'merge') return `与${otherClass ?? '其他班'}合班`
  if (kind === 'swap') return `与${otherSubject}课对调`
  if (!place) return '停课'
  return `${formatDay(lesson.day)}${lesson.periodName}${kind === 'move' ? '调来' : '补课'}`
}

export function toChange(change: ChangeOf): LessonChange {
  const { kind, lesson, fromId, toId, place, seenAt } = change
  const base = { lessonId: lesson.id, seenAt, remark: Array.from(getRemark(change)).slice(0, remarkLength).join('') }
  if (place) return { ...base, to: { day: place.day, periodId: place.periodId } }
  if (kind === 'cancel') return { ...base, to: { status: 'cancelled' } }
  const others = lesson.teacherIds.filter((id) => id !== fromId && id !== toId)
  const teacherIds = toId === null ? others : [toId, ...others]
  return { ...base, to: { teacherIds }, ...(kind === 'merge' ? { sharesDuty: true } : {}) }
}
