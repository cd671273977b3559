import { beforeAll } from 'vitest'
import { orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import accessModule from '#kernel/access/server/module.ts'
import { approveTask, defineSubject, getOpenTasksOf, rejectTask } from '#kernel/approval/server/api.ts'
import { ensureDefaultPeriods } from '#kernel/schooling/server/api.ts'
import staffModule from '#kernel/staff/server/module.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { setAway } from '#engines/duty/server/api.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { type LessonFacts, listLessonFacts, toSpan } from '#engines/timetable/server/api.ts'
import { aPublishedTimetable, aTaughtGrade } from '#engines/timetable/server/example.ts'
import { atMoment, createTimetableSchools } from '#engines/timetable/server/timetable.fixture.ts'
import type { CoverForm, CoverItem } from '../contract.ts'
import { applyForCovers } from './apply.ts'
import { approveCover, describeCover, recallCover, rejectCover, terminateCover } from './audit.ts'
import { coverSubject, loadCases } from './cases.ts'
import { respondToCovers } from './respond.ts'

/** A Sunday in the running term, and the days after it. */
export const sunday = new Date('2026-11-15T02:00:00Z')
export const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const
export const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

const names = { 语文: '王芳', 数学: '李丽', 英语: '周明', 体育与健康: '吴刚' }

type ApplyOptions = Partial<CoverForm> & { absence?: Parameters<typeof applyForCovers>[2] }

/** A school with two classes, a teacher for each subject, three without lessons, and somebody who arranges. */
export function createCoverWorld({ skipsAudit = true, poolSize = 6 } = {}) {
  const database = useDatabase({ poolSize })
  const as = atMoment(database)
  const people = new Map<string, Teacher>()
  const world = {} as Awaited<ReturnType<typeof createTimetableSchools>> & {
    grade: Awaited<ReturnType<typeof aTaughtGrade>>
    clerk: Actor
    timetableId: string
  }
  const who = (name: string) => people.get(name)!
  const inOffice = <T>(work: (ctx: Ctx) => Promise<T>, when = sunday) => as(world.clerk, when, work)

  beforeAll(async () => {
    for (const { approverKinds = [], approvalMembers = [], flowAdministrators = [] } of [accessModule, staffModule]) {
      database.contribute('approverKinds', ...approverKinds)
      if (approvalMembers.length > 0) database.contribute('approvalMembers', ...approvalMembers)
      if (flowAdministrators.length > 0) database.contribute('flowAdministrators', ...flowAdministrators)
    }
    database.contribute('dutyKinds', lessonDutyKind)
    await database.ensurePartitions('2026-01-01', 14)
    Object.assign(world, await as(createActor(), sunday, createTimetableSchools))
    const rights = [...world.office.permissions, ['cover.arrange', orgTreeScope(world.school)] as const]
    world.clerk = { ...world.office, permissions: new Map(rights) }
    await inOffice(async (ctx) => {
      world.grade = await aTaughtGrade(ctx, world.school, { names })
      for (const [subject, teacher] of world.grade.teachers) people.set(names[subject as keyof typeof names], teacher)
      for (const name of ['赵亮', '钱悦', '孙静'])
        people.set(name, await aTeacher(ctx, { at: world.school, name, since: '2020-08-01' }))
      await ensureDefaultPeriods(ctx, world.school.id)
      world.timetableId = (await aPublishedTimetable(ctx, world.grade.term.id, days[0])).id
    })
    if (skipsAudit) await setAudit(false)
    const { userId, personId } = world.clerk
    database.contribute('coverOffice', {
      listPeople: async () => [personId],
      findRight: async ({ actor }) => (actor.permissions.has('cover.arrange') ? 'arrange' : undefined),
    })
    database.contribute('approvalSubjects', createSubject(userId))
  })

  const setAudit = (isOn: boolean) =>
    database.sql('update tenant.organisation set skips_adjust_audit = $1 where id = $2', [!isOn, world.school.id])

  /** The lessons of somebody on these days, the earliest first. */
  const lessonsOf = (name: string, ...on: string[]): Promise<LessonFacts[]> =>
    inOffice(async (ctx) => {
      const rows = await database.sql<{ id: string }>(
        `select id from tenant.lesson where teacher_ids @> array[$1::uuid] and day_on = any($2::date[]) order by day_on, begins, id`,
        [who(name).userId, on.length > 0 ? on : days],
      )
      const facts = await listLessonFacts(
        ctx,
        rows.map(({ id }) => id),
      )
      return rows.map(({ id }) => facts.get(id)!)
    })
  const lessonNow = (id: string): Promise<LessonFacts> =>
    inOffice(async (ctx) => (await listLessonFacts(ctx, [id])).get(id)!)

  const item = (lesson: LessonFacts, more: Partial<CoverItem> = {}): CoverItem => ({
    lessonId: lesson.id,
    seenAt: lesson.seenAt.toISOString(),
    kind: 'substitute',
    askMode: 'one',
    userIds: [],
    otherLessonId: null,
    otherSeenAt: null,
    to: null,
    cancelReason: null,
    ...more,
  })
  const form = (lessons: CoverItem[], more: Partial<CoverForm> = {}): CoverForm => ({
    lessons,
    source: 'private',
    reason: '家中有事',
    isChainConfirmed: false,
    ...more,
  })
  const apply = (name: string, lessons: CoverItem[], { absence, ...more }: ApplyOptions = {}, when = sunday) =>
    as(who(name), when, (ctx) => applyForCovers(ctx, form(lessons, more), absence))
  const answer = (name: string, ids: string[], agree = true, when = sunday) =>
    as(who(name), when, (ctx) => respondToCovers(ctx, { ids, agree, note: agree ? '' : '有事' }))
  /** One lesson is given to a colleague, who says yes. */
  const cover = async (from: string, to: string, lesson: LessonFacts, more: ApplyOptions = {}, when = sunday) => {
    const [one] = await apply(from, [item(lesson, { userIds: [who(to).userId] })], more, when)
    const [answered] = await answer(to, [one!.id], true, when)
    return answered!
  }
  const caseOf = (id: string) => inOffice(async (ctx) => (await loadCases(ctx, [id]))[0]!)
  const decide = (id: string, isAgreed: boolean, when = sunday) =>
    inOffice(async (ctx) => {
      const taskId = (await getOpenTasksOf(ctx, coverSubject)).get(id)!
      return (isAgreed ? approveTask : rejectTask)(ctx, { taskId, opinion: '知道了' })
    }, when)
  /** Somebody is away in these lessons; none: not any more. */
  const beAway = (name: string, ref: string, lessons: readonly LessonFacts[], when = sunday) =>
    as(who(name), when, (ctx) =>
      setAway(ctx, {
        source: 'teacher-leave',
        ref,
        userId: who(name).userId,
        spans: lessons.map((one) => toSpan(one)),
      }),
    )
  const messagesOf = async (name: string): Promise<string[]> =>
    (
      await database.sql<{ text: string }>(
        `select b.title || '｜' || b.body as text from tenant.message m join tenant.message_batch b on b.id = m.batch_id
         where m.person_id = $1 order by b.id`,
        [(people.get(name) ?? world.clerk).personId],
      )
    ).map(({ text }) => text)

  return {
    database,
    world,
    as,
    who,
    inOffice,
    setAudit,
    lessonsOf,
    lessonNow,
    item,
    form,
    apply,
    answer,
    cover,
    caseOf,
    decide,
    beAway,
    messagesOf,
  }
}

/** As an application defines it; here a single person audits. */
const createSubject = (clerkId: string) =>
  defineSubject({
    key: coverSubject,
    title: '代调课',
    fields: { kind: { label: '类型', type: 'text' }, day: { label: '上课日期', type: 'date' } },
    rules: {
      name: '审核',
      recall: 'any',
      steps: [
        { key: 'office', name: '教务', type: 'approve', approver: { kind: 'member', with: { members: [clerkId] } } },
      ],
    },
    describe: describeCover,
    canRead: async () => true,
    onApproved: approveCover,
    onRejected: rejectCover,
    onReturned: async () => {},
    onRecalled: recallCover,
    onTerminated: terminateCover,
  })
