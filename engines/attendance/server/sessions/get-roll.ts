import { addDays, dayOf, Refusal, startOfDay, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { listRoster } from '#kernel/student/server/api.ts'
import { toMoment } from '#engines/timetable/server/api.ts'
import type { Roll, RollPupil } from '../../contract.ts'
import { listLeaveOfLesson, type LeaveOfLesson } from '../leave/leave-of-lesson.ts'
import { findCorrectionRole } from './correction-rights.ts'
import { describeRollLesson } from './describe-roll-lesson.ts'
import { readRules, type LessonToRoll } from './load-lessons.ts'
import { listMarks, type MarkRow } from './mark-queries.ts'
import { listSeenPupils, type SeenPupil } from './pass-queries.ts'
import { listPersonNames, listPupilsOnDay, type PupilRow } from './pupil-queries.ts'
import { requireRoll } from './require-roll.ts'
import { findTeacherObstacle, formatClock, leftText } from './roll-rules.ts'
import type { SessionRow } from './session-queries.ts'

export const remarkField = 'attendance_mark.remark'
/** The row to which an encrypted remark is bound. */
export const toRemarkRow = ({ sessionId, studentId }: Pick<MarkRow, 'sessionId' | 'studentId'>) => sessionId + studentId

/** The pupils of the groups of a lesson on its day, in the order of the list; nobody who is suspended. */
export async function listExpected(ctx: Ctx, { groupIds, classId: ofClass, day }: LessonToRoll): Promise<PupilRow[]> {
  const found = new Map<string, PupilRow>()
  for (const [at, groupId] of groupIds.entries())
    // The first group is that of the lesson itself.
    for (const { id, name, classId, seatNo } of await listRoster(
      ctx,
      at === 0 && ofClass !== null ? { classId: ofClass } : { groupId },
      day,
    ))
      if (!found.has(id)) found.set(id, { id, name, classId, seatNo })
  return [...found.values()]
}

/** The pupils whom a roll shows: those of the list, and whoever has joined the group since it was begun. */
export async function listPupilsOfRoll(
  ctx: Ctx,
  lesson: LessonToRoll,
  session: SessionRow | undefined,
  there: readonly PupilRow[],
): Promise<readonly PupilRow[]> {
  if (!session) return there
  const expected = new Set(session.expected)
  const isFixed = session.state === 'locked' || dayOf(ctx.now) !== session.day
  const staying = isFixed ? there.filter(({ id }) => expected.has(id)) : there
  const known = new Set(staying.map(({ id }) => id))
  const left = session.expected.filter((id) => !known.has(id))
  const gone = await listPupilsOnDay(ctx.db, lesson.orgId, left, session.day)
  return [...staying, ...left.flatMap((id) => gone.get(id) ?? [])]
}

export interface RollFacts {
  pupils: readonly PupilRow[]
  marks: Map<string, MarkRow>
  /** Approved leave for the lesson. */
  leave: ReadonlyMap<string, LeaveOfLesson>
  /** Of these pupils leave is the answer until somebody taps; in a submitted roll whoever has no mark was there. */
  prefilled: ReadonlySet<string>
  seen: ReadonlyMap<string, SeenPupil>
}

/** `expected`: the list of the groups, if the caller has it. */
export async function loadRollFacts(
  ctx: Ctx,
  lesson: LessonToRoll,
  session: SessionRow | undefined,
  expected?: readonly PupilRow[],
): Promise<RollFacts> {
  const pupils = await listPupilsOfRoll(ctx, lesson, session, expected ?? (await listExpected(ctx, lesson)))
  const ids = pupils.map(({ id }) => id)
  const marks = new Map((await listMarks(ctx.db, session ? [session.id] : [])).map((mark) => [mark.studentId, mark]))
  const tapped = new Map([...marks.values()].map(({ studentId, markedAt }) => [studentId, markedAt]))
  const leave = await listLeaveOfLesson(ctx, ids, lesson, tapped)
  const days = { from: startOfDay(lesson.day), to: startOfDay(addDays(lesson.day, 1)) }
  const seen = await listSeenPupils(ctx.db, ids, days, toMoment(lesson.day, lesson.begins))
  const answered = new Set(session && session.state !== 'open' ? session.expected : [])
  const prefilled = new Set([...leave.keys()].filter((id) => !marks.has(id) && !answered.has(id)))
  return { pupils, marks, leave, prefilled, seen }
}

/** The names of the classes of these pupils. Most lessons are those of one class and have its name. */
async function labelClasses(
  ctx: Ctx,
  { classId, groupIds, groupName, day }: LessonToRoll,
  pupils: readonly Pick<PupilRow, 'classId'>[],
): Promise<Map<string, string>> {
  const classIds = [...new Set(pupils.flatMap((pupil) => pupil.classId ?? []))]
  if (classId !== null && groupIds.length === 1 && classIds.every((id) => id === classId))
    return new Map([[classId, groupName]])
  return new Map([...(await describeClasses(ctx, { classIds }, day))].map(([id, { label }]) => [id, label]))
}

export async function presentPupils(
  ctx: Ctx,
  lesson: LessonToRoll,
  { pupils, marks, leave, prefilled, seen }: RollFacts,
): Promise<RollPupil[]> {
  const labels = await labelClasses(ctx, lesson, pupils)
  const there = [...marks.values()]
  const names = await listPersonNames(
    ctx.db,
    there.flatMap(({ conflict }) => conflict?.by ?? []),
  )
  const cipher = there.some(({ remark }) => remark) ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : null
  return pupils.map(({ id, name, classId, seatNo }) => {
    const mark = marks.get(id)
    const ofLeave = leave.get(id)
    const firstIn = seen.get(id)?.firstIn
    const isOnLeave = prefilled.has(id)
    return {
      studentId: id,
      name,
      className: labels.get(classId ?? '') ?? '',
      seatNo,
      status: mark?.status ?? (isOnLeave ? ofLeave?.kind : undefined) ?? 'present',
      minutes: mark?.minutes ?? null,
      source: mark?.source ?? (isOnLeave ? 'leave' : null),
      remark: mark?.remark && cipher ? cipher.decrypt(remarkField, mark.remark, toRemarkRow(mark)) : '',
      markedAt: mark?.markedAt.toISOString() ?? null,
      leave: ofLeave?.kind ?? null,
      seenAt: firstIn ? formatClock(firstIn) : null,
      differs: mark?.differs ?? false,
      conflict: mark?.conflict
        ? {
            status: mark.conflict.status,
            markedAt: mark.conflict.at,
            by: names.get(mark.conflict.by ?? '') ?? '',
          }
        : null,
    }
  })
}

/** The roll of a lesson: for whoever gives it, whoever called it, class teachers of its pupils, and the office. */
export async function getRoll(ctx: Ctx, lessonId: string, sessionId: string | null = null): Promise<Roll> {
  const { lesson, session, isLeft } = await requireRoll(ctx, { lessonId, sessionId })
  const rules = await readRules(ctx, lesson.orgId)
  const facts = await loadRollFacts(ctx, lesson, session)
  const { userId } = ctx.actor
  const obstacle = isLeft ? leftText : findTeacherObstacle(lesson, userId)
  const isOpen = session === undefined || session.state === 'open'
  // Whoever gives the lesson needs no other role before there is something to correct.
  const role =
    obstacle === '' && isOpen ? undefined : await findCorrectionRole(ctx, { lesson, session, pupils: facts.pupils })
  if (obstacle !== '' && role === undefined) throw new Refusal(obstacle)
  const viewer = { userId, now: ctx.now, rules }
  const there = describeRollLesson(lesson, session, [...facts.marks.values()], viewer)
  const described = isLeft ? { ...there, obstacle } : there
  const names = await listPersonNames(ctx.db, session?.submittedBy ? [session.submittedBy] : [])
  const mayCorrect = !isOpen && role !== undefined && role.obstacle(rules) === ''
  return {
    lesson: described,
    mode: session?.mode ?? rules.mode,
    pupils: await presentPupils(ctx, lesson, role?.seesAll === false ? hideOthers(facts, role.classIds) : facts),
    submittedAt: session?.submittedAt?.toISOString() ?? null,
    submittedBy: names.get(session?.submittedBy ?? '') ?? '',
    now: ctx.now.toISOString(),
    may: [...(described.obstacle === '' ? (['save'] as const) : []), ...(mayCorrect ? (['correct'] as const) : [])],
  }
}

/** A class teacher of one of nine classes sees the own pupils. */
const hideOthers = (facts: RollFacts, classIds: ReadonlySet<string> | undefined): RollFacts => ({
  ...facts,
  pupils: facts.pupils.filter(({ classId }) => classId !== null && classIds?.has(classId)),
})
