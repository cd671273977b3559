import { addDays, dayOf, getMonday, newId, wholeDistrict, type Ctx } from '#packages/core'
import { toMoment } from '#engines/timetable/server/api.ts'
import { actAsDemoMember, type DemoMembership } from '#kernel/org/server/api.ts'
import { listClassTeachers, listOrgTerms } from '#kernel/schooling/server/api.ts'
import { listBoundGuardians, listRoster, type BoundGuardian } from '#kernel/student/server/api.ts'
import type { Mark, PupilLeaveForm } from '../contract.ts'
import { getAbsenceBoard } from './cases/case-board.ts'
import { contactCase, resolveCase } from './cases/handle-cases.ts'
import { applyForLeave, giveUpLeave, recallLeave } from './leave/ask-leave.ts'
import { decideLeave, enterLeave } from './leave/office-leave.ts'
import { findAnyTeacher, findNextLessonDay, findStoryLesson, type StoryLesson } from './seed-queries.ts'
import { recordPasses } from './sessions/record-passes.ts'
import { formatClock } from './sessions/roll-rules.ts'
import { saveRoll } from './sessions/save-roll.ts'
import { seedRolls } from './sessions/seed-rolls.ts'

const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

interface DemoAttendance {
  orgId: string
  headId: string | undefined
  /** Parents who sign in to the demo: their children have leave in several states. */
  parentIds?: readonly string[]
}

/**
 * A school in the middle of its term: the rolls of all lessons that are over, a week of flu, a teacher who forgets, three
 * unexplained children in the last lesson of a class, and leave of its pupils in every state. Returns the rolls.
 */
export async function seedAttendance(ctx: Ctx, { orgId, headId, parentIds = [] }: DemoAttendance): Promise<number> {
  const today = dayOf(ctx.now)
  const term = (await listOrgTerms(ctx, orgId)).find(({ isCurrent }) => isCurrent)
  const lesson = await findStoryLesson(ctx.db, { orgId, headId, today, clock: formatClock(ctx.now) })
  if (!term || !lesson) return 0
  const pupils = (await listRoster(ctx, { classId: lesson.classId }, lesson.day)).map(({ id }) => id)
  const teachers = (await listClassTeachers(ctx, [lesson.classId], lesson.day)).get(lesson.classId) ?? []
  const head = teachers.find(({ role }) => role === 'head')
  const leader: DemoMembership = head ? { ...head, orgId } : lesson.teacher
  if (pupils.length > 20) {
    await seedMissing(ctx, lesson, pupils, leader)
    await seedLeave(ctx, { orgId, pupils: pupils.slice(16), leader })
    await seedLeaveOfParents(ctx, { orgId, pupils, parentIds, leader })
  }
  const teacherId = await findAnyTeacher(ctx.db, orgId, lesson.teacher.userId)
  const twoWeeksAgo = addDays(getMonday(today), -14)
  return seedRolls(ctx, {
    orgId,
    from: term.startsOn,
    to: today,
    flu: { from: twoWeeksAgo, to: addDays(twoWeeksAgo, 4) },
    ...(teacherId ? { silent: { teacherId, from: addDays(today, -6) } } : {}),
  })
}

/** One nobody has looked after yet, one whose family was called, one who was found at home. */
async function seedMissing(ctx: Ctx, lesson: StoryLesson, pupils: readonly string[], leader: DemoMembership) {
  const begin = toMoment(lesson.day, lesson.begins)
  const [open = '', called = '', found = '', late = ''] = [pupils[3], pupils[8], pupils[12], pupils[15]]
  await recordPasses(ctx, [
    {
      id: newId(),
      at: toMoment(lesson.day, '07:31'),
      studentId: called,
      direction: 'in',
      device: 'gate-east',
      place: '东门',
    },
  ])
  const at = minutesAfter(begin, 3).toISOString()
  const mark = (studentId: string, status: Mark['status']): Mark => ({
    studentId,
    status,
    minutes: null,
    remark: '',
    at,
    seenAt: null,
  })
  await saveRoll(actAsDemoMember(ctx, lesson.teacher, { now: minutesAfter(begin, 3) }), {
    lessonId: lesson.id,
    device: 'demo-phone',
    sentAt: at,
    madeAt: at,
    mode: 'absent',
    marks: [...[open, called, found].map((id) => mark(id, 'missing')), mark(late, 'late')],
    submit: true,
  })
  const { open: cases } = await getAbsenceBoard(ctx, wholeDistrict, lesson.teacher.orgId, lesson.day)
  const isToday = lesson.day === dayOf(ctx.now)
  for (const { id, studentId } of cases) {
    const act = (minutes: number) => actAsDemoMember(ctx, leader, { now: minutesAfter(begin, minutes) })
    if (studentId === called) await contactCase(act(6), wholeDistrict, { id, note: '母亲说七点二十已到校门口' })
    if (studentId === found)
      await resolveCase(act(9), wholeDistrict, { id, outcome: 'home', note: '家长忘记请假，孩子在家' })
    // What is left open is of today.
    else if (!isToday) await resolveCase(act(15), wholeDistrict, { id, outcome: 'school', note: '在校医室' })
  }
}

interface LeaveStory {
  orgId: string
  pupils: readonly string[]
  /** Who decides. */
  leader: DemoMembership
}

const leaveFormOn =
  (day: string) =>
  (studentId: string, more: Partial<PupilLeaveForm>): PupilLeaveForm => ({
    studentId,
    kind: 'private',
    reason: '家中有事',
    startsOn: day,
    startHalf: 'am',
    endsOn: day,
    endHalf: 'pm',
    periodIds: [],
    symptoms: [],
    fileIds: [],
    ...more,
  })

const asFamily = (ctx: Ctx, orgId: string, { userId, personId }: BoundGuardian): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, kind: 'guardian', userId, personId, orgId, permissions: new Map() },
})

/** Of the children of demo parents: one request that was not approved, and one that waits. */
async function seedLeaveOfParents(
  ctx: Ctx,
  { orgId, pupils, parentIds, leader }: LeaveStory & { parentIds: readonly string[] },
) {
  const first = await findNextLessonDay(ctx.db, orgId, dayOf(ctx.now))
  const later = first && (await findNextLessonDay(ctx.db, orgId, first))
  if (!later) return
  for (const guardian of await listBoundGuardians(ctx, pupils)) {
    if (!parentIds.includes(guardian.personId)) continue
    const family = asFamily(ctx, orgId, guardian)
    const apply = (more: Partial<PupilLeaveForm>) => applyForLeave(family, leaveFormOn(later)(guardian.studentId, more))
    const { id } = await apply({ reason: '家庭出游' })
    await decideLeave(actAsDemoMember(ctx, leader), wholeDistrict, {
      id,
      agree: false,
      note: '当天有期中考试，请另选时间',
    })
    await apply({ kind: 'sick', reason: '牙齿矫正复诊', endHalf: 'am' })
  }
}

/** By the families on their phones: waiting, approved, not approved, recalled, given up; and one by phone call. */
async function seedLeave(ctx: Ctx, { orgId, pupils, leader }: LeaveStory) {
  const day = await findNextLessonDay(ctx.db, orgId, dayOf(ctx.now))
  if (!day) return
  const form = leaveFormOn(day)
  const office = actAsDemoMember(ctx, leader)
  const [byPhone, ...others] = pupils
  await enterLeave(
    office,
    wholeDistrict,
    form(byPhone!, { kind: 'sick', reason: '家长来电，在家休息', symptoms: ['fever'] }),
  )
  const families = await listBoundGuardians(ctx, others)
  const seen = new Set<string>()
  const each = families.filter(({ studentId }) => !seen.has(studentId) && seen.add(studentId))
  const ends: ((family: Ctx, id: string) => Promise<unknown>)[] = [
    async () => undefined,
    (_, id) => decideLeave(office, wholeDistrict, { id, agree: true, note: '' }),
    (_, id) => decideLeave(office, wholeDistrict, { id, agree: false, note: '当天有期中考试，请另选时间' }),
    (family, id) => recallLeave(family, id),
    async (family, id) => {
      await decideLeave(office, wholeDistrict, { id, agree: true, note: '' })
      await giveUpLeave(family, id)
    },
  ]
  const wishes: Partial<PupilLeaveForm>[] = [
    { kind: 'sick', reason: '夜里起咳，今天去医院', symptoms: ['cough'] },
    { kind: 'official', reason: '参加区运动会' },
    {},
    { endHalf: 'am' },
    {},
  ]
  for (const [at, end] of ends.entries()) {
    const guardian = each[at]
    if (!guardian) return
    const family = asFamily(ctx, orgId, guardian)
    const { id } = await applyForLeave(family, form(guardian.studentId, wishes[at]!))
    await end(family, id)
  }
}
