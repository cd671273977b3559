import { labelOf } from '#packages/contract'
import { formatClock } from '#packages/web/core/format/time.ts'
import type {
  RosterBadge,
  RosterLayout,
  RosterMarks,
  RosterPerson,
  RosterStatus,
  RosterTone,
} from '#packages/web/core/roster-pad/roster-types.ts'
import {
  attendanceStatuses,
  markStatuses,
  pupilLeaveKinds,
  type Mark,
  type MarkStatus,
  type Roll,
  type RollForm,
  type RollLesson,
  type RollPupil,
} from '#engines/attendance/contract.ts'

const tones: Readonly<Record<MarkStatus, RosterTone>> = {
  present: 'plain',
  missing: 'alarm',
  late: 'warning',
  early: 'warning',
  sick: 'info',
  private: 'info',
  official: 'info',
  truant: 'alarm',
}

const isTimed = (status: MarkStatus) => status === 'late' || status === 'early'

/** What a roll can say, in the order of the figure keys. */
export const rollStatuses: readonly RosterStatus[] = markStatuses.map((value) => ({
  value,
  label: value === 'present' ? '到' : labelOf(attendanceStatuses, value),
  tone: tones[value],
  isTimed: isTimed(value),
}))
/** 旷课 is never set by a tap. */
export const rollCycle: readonly MarkStatus[] = ['present', 'missing', 'late']

export const toMarkStatus = (value: string): MarkStatus => markStatuses.find((one) => one === value) ?? 'present'

/** Where every pupil is tapped (逐一点名), the mark of whoever was not tapped yet; a tap says 到. */
const untapped = 'untapped'
export const markUntapped = (marks: RosterMarks, ids: readonly string[]): RosterMarks =>
  ids.length === 0 ? marks : { ...marks, ...Object.fromEntries(ids.map((id) => [id, { status: untapped }])) }

const getBadges = (pupil: RollPupil, status: MarkStatus, isUntapped: boolean): RosterBadge[] => {
  const { leave, seenAt, differs, conflict } = pupil
  const badges: RosterBadge[] = []
  if (isUntapped) badges.push({ short: '未点', label: '还没有点', tone: 'warning' })
  if (conflict) badges.push({ short: '冲突', label: `另一次点名：${describeConflict(conflict)}`, tone: 'warning' })
  if (leave && status === 'present') badges.push({ short: '返校', label: '已批假，提前返校', tone: 'info' })
  else if (leave) badges.push({ short: '', label: `已批${labelOf(pupilLeaveKinds, leave)}`, tone: 'info' })
  const isStrange = differs || (seenAt !== null && (status === 'missing' || status === 'truant'))
  if (seenAt)
    badges.push({ short: isStrange ? seenAt : '', label: `${seenAt}进校`, tone: isStrange ? 'warning' : 'quiet' })
  return badges
}

const describeConflict = ({ status, markedAt, by }: NonNullable<RollPupil['conflict']>) =>
  `${by} ${formatClock(markedAt)} 记为${labelOf(attendanceStatuses, status)}`

/** 程诺：现为迟到（08:03），李明 08:02 记为未到 */
export function describePupilConflict(pupil: RollPupil) {
  const { name, status, markedAt, conflict } = pupil
  if (!conflict) return undefined
  const kept = `${labelOf(attendanceStatuses, status)}${markedAt ? `（${formatClock(markedAt)}）` : ''}`
  return `${name}：现为${kept}，${describeConflict(conflict)}`
}

/** The people of the pad; `marks` are what is shown now, taps that were not sent yet included. */
export const toPeople = (pupils: readonly RollPupil[], marks: RosterMarks): RosterPerson[] =>
  pupils.map((pupil) => ({
    id: pupil.studentId,
    name: pupil.name,
    tag: pupil.className,
    seatNo: pupil.seatNo,
    badges: getBadges(
      pupil,
      toMarkStatus(marks[pupil.studentId]?.status ?? pupil.status),
      marks[pupil.studentId]?.status === untapped,
    ),
  }))

/** A class sits by seats; a group of several classes is a list by names. */
export const getLayout = (pupils: readonly RollPupil[]): RosterLayout =>
  new Set(pupils.map(({ className }) => className)).size > 1 ? 'list' : 'seats'

/** What the server has, and over it the taps of this device, the later ones last. */
export const toRosterMarks = (pupils: readonly RollPupil[], taps: readonly Mark[]): RosterMarks =>
  Object.fromEntries([
    ...pupils.map(({ studentId, status, minutes }) => [studentId, { status, minutes }] as const),
    ...taps.map(({ studentId, status, minutes }) => [studentId, { status, minutes }] as const),
  ])

/** How late a pupil is who comes in now; null outside the lesson, when somebody must know better. */
export function getLateMinutes({ day, begins, ends }: Pick<RollLesson, 'day' | 'begins' | 'ends'>, now: number) {
  const at = (time: string) => Date.parse(`${day}T${time}:00+08:00`)
  return now < at(begins) || now > at(ends) ? null : Math.floor((now - at(begins)) / 60_000)
}

/** One mark for each pupil, the latest. */
export function joinMarks(before: readonly Mark[], after: readonly Mark[]): Mark[] {
  const latest = new Map<string, Mark>()
  for (const mark of [...before, ...after]) {
    const known = latest.get(mark.studentId)
    if (!known || known.at <= mark.at) latest.set(mark.studentId, mark)
  }
  return [...latest.values()]
}

/** Two writes of one roll as one: made when the first was, submitted when one was. */
export const joinForms = (before: RollForm, after: RollForm): RollForm => ({
  ...after,
  madeAt: before.madeAt < after.madeAt ? before.madeAt : after.madeAt,
  marks: joinMarks(before.marks, after.marks),
  submit: before.submit || after.submit,
})

export interface RollCounts {
  expected: number
  present: number
  missing: number
  late: number
  leave: number
  /** 早退、旷课 */
  other: number
}

export function countRoll(pupils: readonly RollPupil[], marks: RosterMarks): RollCounts {
  const statuses = pupils.map(({ studentId }) => toMarkStatus(marks[studentId]?.status ?? 'present'))
  const count = (...wanted: MarkStatus[]) => statuses.filter((status) => wanted.includes(status)).length
  return {
    expected: pupils.length,
    present: count('present'),
    missing: count('missing'),
    late: count('late'),
    leave: count('sick', 'private', 'official'),
    other: count('early', 'truant'),
  }
}

/** The figures above the pad. */
export const listCounts = ({ expected, present, missing, late, leave }: RollCounts) =>
  [
    { label: '应到', count: expected, tone: 'plain' },
    { label: '到', count: present, tone: 'plain' },
    { label: '未到', count: missing, tone: 'alarm' },
    { label: '迟到', count: late, tone: 'warning' },
    { label: '请假', count: leave, tone: 'info' },
  ] as const

/** 提交：未到 2，迟到 1，请假 1 */
export function describeSubmit({ missing, late, leave, other }: RollCounts, verb: string) {
  const parts = [
    ['未到', missing],
    ['迟到', late],
    ['请假', leave],
    ['其他', other],
  ] as const
  const texts = parts.filter(([, count]) => count > 0).map(([label, count]) => `${label} ${count}`)
  return texts.length > 0 ? `${verb}：${texts.join('，')}` : `${verb}：全部到齐`
}

/** 七(3)班 语文 */
export const nameLesson = ({ groupName, subjectName }: Pick<RollLesson, 'groupName' | 'subjectName'>) =>
  [groupName, subjectName].filter((part, at, all) => part && !(at === 1 && all[0]?.includes(part))).join(' ')

/** Why this lesson cannot be changed here; empty when it can. */
export const getObstacle = ({ lesson, may }: Roll) =>
  may.includes('save') ? '' : lesson.obstacle || (may.includes('correct') ? '' : '只能查看')
