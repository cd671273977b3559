import { beforeAll } from 'vitest'
import { emptyScope, newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { climbCell } from '#engines/alert/server/api.ts'
import { aTaughtGrade } from '#engines/timetable/server/example.ts'
import { atMoment, createTimetableSchools } from '#engines/timetable/server/timetable.fixture.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import { ensureDefaultPeriods, setClassHeads } from '#kernel/schooling/server/api.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { aParent, aPupil } from '#kernel/student/server/example.ts'
import type { MarkStatus } from '../../contract.ts'
import type { OfficeRole } from '../attendance-office.ts'
import { absenceAlert } from './absence-alert.ts'
import { getAbsenceBoard } from './case-board.ts'
import { updateCases, type CaseChange } from './update-cases.ts'
import { findOrgPath } from './school-queries.ts'

/** A Monday in the term. */
export const monday = '2026-11-16'
/** When the first lessons of a school day begin. */
const lessonTimes = [
  ['08:10', '08:50'],
  ['09:00', '09:40'],
  ['10:10', '10:50'],
  ['14:00', '14:40'],
] as const

export const at = (clock: string, day = monday) => new Date(`${day}T${clock}:00+08:00`)

interface CallOptions {
  day?: string
  classAt?: number
  /** Marks that are not plainly present. */
  marks?: Readonly<Record<string, MarkStatus>>
  how?: CaseChange['found'][number]['how']
  differing?: Readonly<Record<string, string>>
}

/** A school with two classes, their families and whoever is notified about unexplained children. */
export function createCaseWorld() {
  const database = useDatabase({ poolSize: 6 })
  const as = atMoment(database)
  const staff = new Map<string, Teacher>()
  const pupils = new Map<string, { id: string; classId: string }>()
  const parents = new Map<string, Actor>()
  const world = {} as Awaited<ReturnType<typeof createTimetableSchools>> & {
    grade: Awaited<ReturnType<typeof aTaughtGrade>>
    groups: Map<string, string>
    periods: { slotId: string; begins: string }[]
  }
  const who = (name: string) => staff.get(name)!
  const pupil = (name: string) => pupils.get(name)!
  const inOffice = <T>(clock: string, work: (ctx: Ctx) => Promise<T>, day?: string) =>
    as(world.office, at(clock, day), work)

  beforeAll(async () => {
    database.contribute('alerts', absenceAlert)
    database.contribute('attendanceOffice', {
      listPeople: async (ctx, { orgId, role }) => {
        // The application asks the database, too.
        await findOrgPath(ctx.db, orgId)
        const names: Record<OfficeRole, string[]> = {
          grade: ['周级长'],
          moral: ['孙德育'],
          leader: ['赵校长'],
          health: ['陈校医'],
        }
        return names[role].map((name) => who(name).personId)
      },
      findRight: async () => 'manage',
    })
    await database.ensurePartitions('2026-01-01', 14)
    Object.assign(world, await as(createActor(), at('07:00'), createTimetableSchools))
    await inOffice('07:00', async (ctx) => {
      world.grade = await aTaughtGrade(ctx, world.school, { classes: 2 })
      await ensureDefaultPeriods(ctx, world.school.id)
      for (const name of ['王班主任', '李班主任', '周级长', '孙德育', '赵校长', '陈校医'])
        staff.set(name, await aTeacher(ctx, { at: world.school, name, since: '2020-08-01' }))
      const [first, second] = world.grade.classIds
      const heads = [
        { classId: first!, userId: who('王班主任').userId },
        { classId: second!, userId: who('李班主任').userId },
      ]
      await setClassHeads(ctx, heads, '2026-09-01')
    })
    const groups = await database.sql<{ id: string; classId: string }>(
      `select id, class_id as "classId" from tenant.teaching_group where term_id = $1 and subject_id = $2`,
      [world.grade.term.id, world.grade.subjectIds.get('语文')],
    )
    world.groups = new Map(groups.map(({ id, classId }) => [classId, id]))
    world.periods = await database.sql(
      `select slot_id as "slotId", to_char(begins, 'HH24:MI') as begins from tenant.v_lesson_period where org_id = $1 and kind = 'lesson' order by begins`,
      [world.school.id],
    )
  })

  /** A pupil with a mother who has bound her child, unless told otherwise. */
  const enrol = (name: string, { classAt = 0, isBound = true } = {}) =>
    inOffice('07:00', async (ctx) => {
      const phone = aPhone()
      const ref = classOf(world.grade, classAt)
      const { id } = await aPupil(ctx, ref, {
        name,
        guardians: [{ name: `${name}妈妈`, relation: 2, phone, isPrimary: true }],
      })
      pupils.set(name, { id, classId: ref.classId })
      if (isBound) parents.set(name, await aParent(ctx, phone))
      return id
    })

  const sessions = new Map<string, string>()
  /** A lesson of a class is called up, or called up again: what the roll does for the cases. Returns the session. */
  async function callRoll(
    clock: string,
    lessonAt: number,
    { day = monday, classAt = 0, marks = {}, how = 'present', differing = {} }: CallOptions = {},
  ) {
    const classId = world.grade.classIds[classAt]!
    const key = `${day} ${classAt} ${lessonAt}`
    const [begins, ends] = lessonTimes[lessonAt]!
    const id = sessions.get(key) ?? newId()
    sessions.set(key, id)
    const expected = [...pupils.values()].filter((one) => one.classId === classId).map((one) => one.id)
    const before = await database.sql<{ id: string }>(
      "select student_id as id from tenant.attendance_mark where session_id = $1 and status in ('missing', 'truant')",
      [id],
    )
    const { home } = database
    await database.sql(
      `insert into tenant.attendance_session (district_id, id, org_id, term_id, kind, ref, group_id, class_id, grade_id,
         subject_id, day_on, period_id, begins, ends, expected, state, opened_at, submitted_at, updated_at)
       values ($1, $2, $3, $4, 'lesson', $2, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'submitted', $14, $14, $14)
       on conflict (district_id, id) do update set expected = excluded.expected`,
      [
        home,
        id,
        world.school.id,
        world.grade.term.id,
        world.groups.get(classId),
        classId,
        world.grade.gradeId,
        world.grade.subjectIds.get('语文'),
        day,
        world.periods[lessonAt]!.slotId,
        begins,
        ends,
        expected,
        at(clock, day),
      ],
    )
    await database.sql(
      `insert into tenant.attendance_session_class (district_id, session_id, class_id, day_on, expected)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [home, id, classId, day, expected.length],
    )
    await database.sql('delete from tenant.attendance_mark where session_id = $1', [id])
    const named = Object.entries(marks).map(([name, status]) => ({ studentId: pupil(name).id, status }))
    for (const { studentId, status } of named)
      await database.sql(
        `insert into tenant.attendance_mark (district_id, session_id, student_id, org_id, class_id, day_on, status, source,
           marked_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'teacher', $8, $8)`,
        [home, id, studentId, world.school.id, classId, day, status, at(clock, day)],
      )
    const missing = named
      .filter(({ status }) => status === 'missing' || status === 'truant')
      .map(({ studentId }) => ({ studentId, classId }))
    const still = new Set(missing.map(({ studentId }) => studentId))
    const change: CaseChange = {
      orgId: world.school.id,
      sessionId: id,
      day,
      missing,
      found: before.filter((one) => !still.has(one.id)).map((one) => ({ studentId: one.id, how })),
      differing: Object.entries(differing).map(([name, seenAt]) => ({ studentId: pupil(name).id, seenAt })),
    }
    await inOffice(clock, (ctx) => updateCases(ctx, change), day)
    return id
  }

  /** The job of each of these minutes. */
  async function climb(...clocks: string[]) {
    for (const clock of clocks) await climbOn(monday, clock)
  }
  const climbOn = (day: string, clock: string) =>
    climbCell({ app: database.app, cells: database.cells, cell: 1, now: at(clock, day) })

  const board = (clock: string, day = monday) =>
    inOffice(clock, (ctx) => getAbsenceBoard(ctx, orgTreeScope(world.school), world.school.id, day), day)
  const caseOf = async (name: string, clock = '18:00', day = monday) => {
    const { open, settled } = await board(clock, day)
    return [...open, ...settled].find((one) => one.studentId === pupil(name).id)
  }
  const messagesOf = async ({ personId }: Pick<Actor, 'personId'>): Promise<string[]> =>
    (
      await database.sql<{ text: string }>(
        `select b.title || '｜' || b.body as text from tenant.message m join tenant.message_batch b on b.id = m.batch_id
         where m.person_id = $1 order by b.at, b.id`,
        [personId],
      )
    ).map(({ text }) => text)
  /** A class teacher whose scope is her classes of the day. */
  const asHead = (name: string): Actor => ({
    ...who(name),
    permissions: new Map([['roll.handle', { ...emptyScope, classesLedBy: who(name).userId }]]),
  })

  return {
    database,
    world,
    as,
    who,
    pupil,
    parents,
    inOffice,
    enrol,
    callRoll,
    climb,
    climbOn,
    board,
    caseOf,
    messagesOf,
    asHead,
  }
}
