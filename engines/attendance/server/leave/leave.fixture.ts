import { beforeAll } from 'vitest'
import { emptyScope, orgTreeScope, type Actor, type Ctx, type Scope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import accessModule from '#kernel/access/server/module.ts'
import { approveTask, getOpenTasksOf, rejectTask } from '#kernel/approval/server/api.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import schoolingModule from '#kernel/schooling/server/module.ts'
import { ensureDefaultPeriods, setClassHeads } from '#kernel/schooling/server/api.ts'
import staffModule from '#kernel/staff/server/module.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { aParent, aPupil } from '#kernel/student/server/example.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { aPublishedTimetable, aTaughtGrade } from '#engines/timetable/server/example.ts'
import { atMoment, createTimetableSchools } from '#engines/timetable/server/timetable.fixture.ts'
import type { PupilLeaveForm } from '../../contract.ts'
import { applyForLeave } from './ask-leave.ts'
import { leaveApproval, leaveFileOwner } from './leave-approval.ts'
import { listLeaveOfLesson } from './leave-of-lesson.ts'
import { leaveSubject } from './present-leave.ts'

/** A Monday in the running term, early, and the days after it. */
export const monday = new Date('2026-11-15T22:30:00Z')
export const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const
export const atHour = (day: string, clock: string) => new Date(`${day}T${clock}:00+08:00`)

interface Lesson {
  id: string
  day: string
  periodId: string
  begins: string
}

/**
 * A school with two classes that have a timetable. The head of the first is 周老师, of the second 郑老师. 张小明 and 李小红
 * are in the first; his parents are separated: the father may not know anything about him.
 */
export function createLeaveWorld() {
  const database = useDatabase({ poolSize: 6 })
  const as = atMoment(database)
  const world = {} as Awaited<ReturnType<typeof createTimetableSchools>> & {
    grade: Awaited<ReturnType<typeof aTaughtGrade>>
    head: Teacher
    otherHead: Teacher
    clerk: Actor
    ming: string
    hong: string
    mother: Actor
    father: Actor
    grandmother: Actor
    neighbour: Actor
  }

  beforeAll(async () => {
    for (const { approverKinds = [], approvalMembers = [], flowAdministrators = [] } of [
      accessModule,
      staffModule,
      schoolingModule,
    ]) {
      database.contribute('approverKinds', ...approverKinds)
      if (approvalMembers.length > 0) database.contribute('approvalMembers', ...approvalMembers)
      if (flowAdministrators.length > 0) database.contribute('flowAdministrators', ...flowAdministrators)
    }
    database.contribute('dutyKinds', lessonDutyKind)
    database.contribute('approvalSubjects', leaveApproval)
    database.contribute('fileOwners', leaveFileOwner)
    await database.ensurePartitions('2026-01-01', 14)
    Object.assign(world, await as(createActor(), monday, createTimetableSchools))
    await as(world.office, monday, async (ctx) => {
      world.grade = await aTaughtGrade(ctx, world.school)
      await ensureDefaultPeriods(ctx, world.school.id)
      await aPublishedTimetable(ctx, world.grade.term.id, days[0])
      const teacher = (name: string) => aTeacher(ctx, { at: world.school, name, since: '2020-08-01' })
      world.head = await teacher('周老师')
      world.otherHead = await teacher('郑老师')
      world.clerk = await teacher('德育处')
      const [first, second] = world.grade.classIds as [string, string]
      await setClassHeads(
        ctx,
        [
          { classId: first, userId: world.head.userId },
          { classId: second, userId: world.otherHead.userId },
        ],
        '2026-09-01',
      )
      const phones = { mother: aPhone(), father: aPhone(), grandmother: aPhone(), neighbour: aPhone() }
      const enrolment = { orgId: world.school.id, gradeId: world.grade.gradeId, classId: first }
      const pupil = async (name: string, guardians: Parameters<typeof aPupil>[2]) =>
        (await aPupil(ctx, enrolment, { name, on: '2026-09-01', ...guardians })).id
      world.ming = await pupil('张小明', {
        guardians: [
          { name: '王秀兰', relation: 2, phone: phones.mother, isPrimary: true },
          { name: '张建国', relation: 1, phone: phones.father },
          { name: '刘奶奶', relation: 3, phone: phones.grandmother },
        ],
      })
      world.hong = await pupil('李小红', { guardians: [{ name: '李明', relation: 1, phone: phones.neighbour }] })
      world.mother = await aParent(ctx, phones.mother)
      world.father = await aParent(ctx, phones.father)
      world.grandmother = await aParent(ctx, phones.grandmother)
      world.neighbour = await aParent(ctx, phones.neighbour)
    })
    await database.sql(`update tenant.guardian_link set may_see = false where guardian_id = $1 and student_id = $2`, [
      world.father.userId,
      world.ming,
    ])
    const { clerk } = world
    database.contribute('attendanceOffice', {
      listPeople: async () => [clerk.personId],
      findRight: async ({ actor }) => (actor.userId === clerk.userId ? 'manage' : undefined),
    })
  })

  const form = (more: Partial<PupilLeaveForm> = {}): PupilLeaveForm => ({
    studentId: world.ming,
    kind: 'sick',
    startsOn: days[0],
    startHalf: 'am',
    endsOn: more.startsOn ?? days[0],
    endHalf: 'pm',
    periodIds: [],
    reason: '',
    symptoms: [],
    fileIds: [],
    ...more,
  })
  const apply = (more: Partial<PupilLeaveForm> = {}, actor: Actor = world.mother, when = monday) =>
    as(actor, when, (ctx) => applyForLeave(ctx, form(more)))
  const decide = (actor: Actor, id: string, isAgreed: boolean, when = monday) =>
    as(actor, when, async (ctx) => {
      const taskId = (await getOpenTasksOf(ctx, leaveSubject)).get(id)
      if (!taskId) throw new Error('no task')
      await (isAgreed ? approveTask : rejectTask)(ctx, { taskId, opinion: isAgreed ? '' : '请补充说明' })
    })
  /** Asked for and approved. */
  const leave = async (more: Partial<PupilLeaveForm> = {}, when = monday) => {
    const { id } = await apply(more, world.mother, when)
    await decide(world.head, id, true, when)
    return id
  }
  const lessonsOn = (day: string) =>
    database.sql<Lesson>(
      `select l.id, l.day_on::text as day, l.period_id as "periodId", left(l.begins::text, 5) as begins
       from tenant.lesson l join tenant.teaching_group g on g.id = l.group_id
       where g.class_id = $1 and l.day_on = $2 order by l.begins`,
      [world.grade.classIds[0], day],
    )
  /** For each lesson of a day of the first class: how the leave of a pupil fills it. */
  const filled = async (day: string, studentId = world.ming) => {
    const lessons = await lessonsOn(day)
    return as(world.head, monday, async (ctx) => {
      const kinds: (string | null)[] = []
      for (const lesson of lessons)
        kinds.push((await listLeaveOfLesson(ctx, [studentId], lesson)).get(studentId)?.kind ?? null)
      return kinds
    })
  }
  /** In the order of the transactions: ids of messages at one moment have none, and to-dos are written again when closed. */
  const messagesOf = async ({ personId }: Pick<Actor, 'personId'>, isTodo = false): Promise<string[]> =>
    (
      await database.sql<{ text: string }>(
        `select b.title || '｜' || b.body as text from tenant.message m join tenant.message_batch b on b.id = m.batch_id
         where m.person_id = $1 and (b.kind = 'todo') = $2 order by b.xmin::text::bigint, b.id`,
        [personId, isTodo],
      )
    ).map(({ text }) => text)
  const ofClassesLedBy = ({ userId }: Pick<Actor, 'userId'>): Scope => ({ ...emptyScope, classesLedBy: userId })
  const ofSchool = (): Scope => orgTreeScope(world.school)
  const inOffice = <T>(work: (ctx: Ctx) => Promise<T>, when = monday) => as(world.clerk, when, work)

  return {
    database,
    world,
    as,
    form,
    apply,
    decide,
    leave,
    lessonsOn,
    filled,
    messagesOf,
    ofClassesLedBy,
    ofSchool,
    inOffice,
  }
}
