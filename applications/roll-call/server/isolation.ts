import { addDays, dayOf, wholeDistrict, type Ctx } from '#packages/core'
import { defineIsolation, type IsolationCase, type World } from '#packages/testing'
import { getAbsenceBoard, saveRoll } from '#engines/attendance/server/api.ts'
import { aPupilLeave, applyForLeave } from '#engines/attendance/server/example.ts'
import { aTaughtGrade, lessonsOfGrade } from '#engines/timetable/server/example.ts'
import { getSchoolYear } from '#kernel/schooling/contract.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { aFamily, aPupil } from '#kernel/student/server/example.ts'
import { rollRecordApi } from '../contract-records.ts'
import { absenceApi, attendanceRecordApi, pupilLeaveOfficeApi, rollCallApi } from '../contract.ts'

interface RollFacts {
  today: string
  classId: string
  studentIds: string[]
  lessonIds: { rolled: string }
  sessionId: string
  cases: { contacted: string; settled: string }
  leave: { waiting: string; held: string }
  /** Of today's lesson and of tomorrow's. */
  saved: object[]
}
type Case = IsolationCase<RollFacts>

/** For whoever gives the lesson: nobody else has it, and of other schools it is not there. */
const ofTeacher = { owner: 1, teacher: 0, otherClassHead: 0, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
/** Class teachers find their own classes only, and here they have none. */
const ofClasses = { owner: 1, teacher: -6, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -6 }
const ofSchool = { ...ofClasses, otherClassHead: 1 }
const ofStatistics = { ...ofSchool, otherDistrictAdmin: -5 }
const own = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

const api = { ...rollCallApi, ...attendanceRecordApi, ...absenceApi, ...pupilLeaveOfficeApi, ...rollRecordApi }

const cases: Record<keyof typeof api, Case> = {
  current: { ...own, request: () => ({ query: {} }) },
  lessons: { ...own, request: () => ({ query: {} }) },
  session: {
    ...ofTeacher,
    request: (_, { lessonIds, sessionId }) => ({ query: { lessonId: lessonIds.rolled, sessionId } }),
  },
  save: { ...ofTeacher, request: (_, { saved, today }) => ({ body: saved[dayOf(new Date()) === today ? 0 : 1]! }) },
  amend: {
    ...ofTeacher,
    request: (_, { lessonIds, sessionId, studentIds }) => ({
      body: {
        lessonId: lessonIds.rolled,
        sessionId,
        reason: '学生当时在校医室',
        changes: [{ studentId: studentIds[2]!, status: 'late', minutes: 5 }],
      },
    }),
  },
  lock: {
    owner: 1,
    teacher: -6,
    otherClassHead: -6,
    otherSchoolAdmin: -5,
    otherDistrictAdmin: -6,
    request: ({ home }, { today }) => ({ body: { orgId: home.school.id, dateTo: today } }),
  },
  classes: { ...ofSchool, request: ({ home }) => ({ query: { orgId: home.school.id } }) },
  classDay: { ...ofClasses, request: (_, { classId }) => ({ query: { classId } }) },
  studentTerm: { ...ofClasses, request: (_, { studentIds }) => ({ query: { studentId: studentIds[0]! } }) },
  statistics: {
    ...ofStatistics,
    request: ({ home }, { today }) => ({ query: { orgId: home.school.id, by: 'class', from: today, to: today } }),
  },
  missed: {
    ...ofStatistics,
    request: ({ home }, { today }) => ({ query: { orgId: home.school.id, from: today, to: today } }),
  },
  monthSheet: { ...ofClasses, request: (_, { classId, today }) => ({ query: { classId, month: today.slice(0, 7) } }) },
  unresolved: { ...ofSchool, request: ({ home }) => ({ query: { orgId: home.school.id } }) },
  contact: { ...ofClasses, request: (_, { cases: { contacted } }) => ({ body: { id: contacted } }) },
  resolve: { ...ofClasses, request: (_, { cases: { settled } }) => ({ body: { id: settled, outcome: 'home' } }) },
  page: {
    ...ofSchool,
    request: ({ home }, { today }) => ({ query: { orgId: home.school.id, from: today, to: today } }),
  },
  detail: { ...ofClasses, request: (_, { leave }) => ({ query: { id: leave.waiting } }) },
  enter: {
    ...ofClasses,
    request: (_, { studentIds, today }) => ({
      body: { studentId: studentIds[2]!, kind: 'private', reason: '家中有事', startsOn: today, endsOn: today },
    }),
  },
  decide: { ...ofClasses, request: (_, { leave }) => ({ body: { id: leave.waiting, agree: true } }) },
  revoke: { ...ofClasses, request: (_, { leave }) => ({ body: { id: leave.held, note: '学生已返校' } }) },
  list: { ...own, teacher: -6, otherDistrictAdmin: -6, request: () => ({ query: {} }) },
  get: { ...ofClasses, request: (_, { lessonIds }) => ({ query: { id: lessonIds.rolled } }) },
}

const roll = (ctx: Ctx, lessonId: string, away: readonly string[]) => {
  const now = ctx.now.toISOString()
  const marks = away.map((studentId) => ({ studentId, status: 'missing' as const, minutes: null, remark: '', at: now }))
  const form = { lessonId, device: 'isolation-device', sentAt: now, madeAt: now, submit: true, mode: 'absent' as const }
  return { ...form, marks: marks.map((mark) => ({ ...mark, seenAt: null })) }
}

/** A class with lessons of the owner all day, two unexplained children, and leave of two others. */
async function prepare({ database, home, owner }: World): Promise<RollFacts> {
  const { pupilId, guardian, ...facts } = await database.as(owner, async (ctx) => {
    const today = dayOf(ctx.now)
    const grade = await aTaughtGrade(ctx, home.school, {
      stage: 2,
      classes: 1,
      // Of this year, so that it goes along when the school is merged.
      startYear: getSchoolYear(today) - 5,
      subjects: { 语文: 1 },
    })
    const at = { day: today, begins: '00:00', ends: '24:00' }
    const { lessonIds } = await lessonsOfGrade(ctx, { orgId: home.school.id, userId: owner.userId, grade }, [
      at,
      at,
      // The test may go on after midnight.
      { ...at, day: addDays(today, 1) },
    ])
    const studentIds: string[] = []
    for (const name of ['未到一', '未到二', '在校', '请假'])
      studentIds.push((await aPupil(ctx, classOf(grade), { name, on: today })).id)
    const [first = '', second = '', , fourth = ''] = studentIds
    const family = await aFamily(ctx, classOf(grade))
    const [rolled = '', ...open] = lessonIds
    const { sessionId } = await saveRoll(ctx, roll(ctx, rolled, [first, second]))
    const board = await getAbsenceBoard(ctx, wholeDistrict, home.school.id, today)
    const caseOf = (studentId: string) => board.open.find((one) => one.studentId === studentId)!.id
    return {
      today,
      classId: grade.classIds[0]!,
      studentIds,
      lessonIds: { rolled },
      sessionId,
      cases: { contacted: caseOf(first), settled: caseOf(second) },
      held: await aPupilLeave(ctx, { studentId: fourth, status: 'approved', decidedById: owner.personId }),
      pupilId: family.pupil.userId,
      guardian: family.guardian,
      // A roll with them would settle their cases.
      saved: open.map((lessonId) => roll(ctx, lessonId, [first, second])),
    }
  })
  const { held, today, ...prepared } = facts
  const { id: waiting } = await database.as(guardian, (ctx) =>
    applyForLeave(ctx, {
      studentId: pupilId,
      kind: 'private',
      reason: '家中有事',
      startsOn: today,
      startHalf: 'am',
      endsOn: today,
      endHalf: 'pm',
      periodIds: [],
      symptoms: [],
      fileIds: [],
    }),
  )
  return { ...prepared, today, leave: { waiting, held } }
}

export default defineIsolation<typeof api, RollFacts>(api, cases, prepare)
