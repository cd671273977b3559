import { beforeAll, expect, it } from 'vitest'
import { addDays, dayOf, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { saveDelegation } from '#kernel/approval/server/delegations.ts'
import { defineSubject, publishDefinition, saveDefinition, startFlow } from '#kernel/approval/server/api.ts'
import { aUserWithRoles, twoSchoolsWithRoles, withCurrentPermissions } from '#kernel/access/server/example.ts'
import { saveAuditors } from '#kernel/catalogue/server/service/grants/auditors.ts'
import { getSchoolYear } from '#kernel/schooling/contract-school-year.ts'
import { setGradeHead } from '#kernel/schooling/server/service/classes/class-teachers.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { announceMembershipDates } from '#kernel/staff/server/jobs.ts'
import { recordDeparture } from '#kernel/staff/server/service/disable-staff-accounts.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { leaveForm } from '#applications/teacher-leave/contract.ts'
import { submitLeave } from '#applications/teacher-leave/server/requests.ts'
import { ensureStandardTypes, listTypesAt } from '#applications/teacher-leave/server/types.ts'
import {
  assignItems,
  finishHandover,
  forceHandover,
  getHandover,
  openHandover,
} from '#engines/handover/server/handover.ts'
import { useWholeApp } from './whole-app.ts'

const database = useWholeApp(useDatabase())
const { as, sql } = database

const chinaDay = "(now() at time zone 'Asia/Shanghai')::date"
/** Today is the last day of those who leave, so that what ends tomorrow is handed over. */
const stillHeld = `over_on is null or over_on > ${chinaDay} + 1`

/** Columns with a person or a membership that mean a responsibility, while the condition holds. */
const responsibilities: Readonly<Record<string, { provider: string; while: string }>> = {
  'flow_task.person_id': { provider: 'approval.tasks', while: "status in ('waiting', 'open', 'suspended')" },
  'flow_delegation.to_person_id': {
    provider: 'approval.delegations',
    while: `cancelled_at is null and over_on > ${chinaDay}`,
  },
  'class_teacher.user_id': {
    provider: 'schooling.class-posts',
    while: stillHeld,
  },
  'grade_head.user_id': { provider: 'schooling.grade-heads', while: stillHeld },
  'membership_role.membership_id': {
    provider: 'access.administrators',
    while: `(${stillHeld}) and role_id in (select id from tenant.role
      where template in ('district-admin', 'school-admin', 'security-admin', 'auditor'))`,
  },
  'leave_request.deputy_id': { provider: 'leave.deputies', while: "status in ('running', 'sent-back')" },
  'app_auditor.user_id': { provider: 'catalogue.auditors', while: 'true' },
}

/** Columns whose name sounds like a responsibility, but which are none. */
const reasons: Readonly<Record<string, string>> = {
  'contact_favourite.owner_id': 'a private list of the person',
  'contact_group.owner_id': 'a private list of the person',
  'attendance_session.teacher_id': 'who called the roll; the lesson has the teacher who should',
  'attendance_session.teacher_person_id': 'who called the roll',
}

const soundsResponsible =
  /owner|keeper|handler|leader|head|deputy|administrator|auditor|teacher|responsible|in_charge|custodian/

const listForeignKeys = async () =>
  (
    await sql<{ table: string; column: string; target: 'person' | 'membership' }>(`
      select source.relname as table, a.attname as column, target.relname as target
      from pg_constraint f
      join pg_class source on source.oid = f.conrelid join pg_class target on target.oid = f.confrelid
      cross join unnest(f.conkey) as key (n) join pg_attribute a on a.attrelid = f.conrelid and a.attnum = key.n
      where f.contype = 'f' and not source.relispartition and a.attname <> 'district_id'
        and f.confrelid in ('tenant.membership'::regclass, 'tenant.person'::regclass)
      order by 1, 2`)
  ).map((key) => ({ ...key, name: `${key.table}.${key.column}` }))

const listUnexplained = async () =>
  (await listForeignKeys())
    .map(({ name }) => name)
    .filter((name) => soundsResponsible.test(name) && !responsibilities[name] && !reasons[name])

it('every foreign key to a person that sounds like a responsibility has a provider or a reason', async () => {
  expect(await listUnexplained()).toEqual([])
  const names = (await listForeignKeys()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(responsibilities), ...Object.keys(reasons)]))
  const declared = (database.app.contributions.responsibilities ?? []).map(({ key }) => key)
  expect(declared).toEqual(expect.arrayContaining(Object.values(responsibilities).map(({ provider }) => provider)))
  await sql(`create table tenant.locker (district_id int, keeper_id uuid,
    foreign key (district_id, keeper_id) references tenant.membership (district_id, id))`)
  expect(await listUnexplained()).toEqual(['locker.keeper_id'])
  await sql('drop table tenant.locker')
})

/** What the database says that somebody is responsible for. */
async function scan({ userId, personId }: Actor): Promise<string[]> {
  const found: string[] = []
  for (const { name, table, column, target } of await listForeignKeys()) {
    const rule = responsibilities[name]
    if (!rule) continue
    const id = target === 'person' ? personId : userId
    const rows = await sql(`select from tenant.${table} where ${column} = $1 and (${rule.while})`, [id])
    for (const _ of rows) found.push(name)
  }
  const named = await sql(
    "select from tenant.flow_definition where status = 'published' and rules::text like '%' || $1 || '%'",
    [userId],
  )
  for (const _ of named) found.push('flow_definition.rules')
  return found.toSorted()
}

const key = 'test-request'
const step = (members: readonly string[]) => ({
  key: 'one',
  name: '审批',
  type: 'approve' as const,
  approver: { kind: 'member', with: { members: [...members] } },
})
let school: { id: string }
let clerk: Actor
let ordinary: Teacher

beforeAll(async () => {
  database.contribute(
    'approvalSubjects',
    ...(database.app.contributions.approvalSubjects ?? []),
    defineSubject({
      key,
      title: '测试申请',
      fields: {},
      rules: { name: '测试申请', steps: [{ ...step([]), approver: { kind: 'organisation-head', with: {} } }] },
      describe: async () => ({ lead: [], facts: [], files: [] }),
      canRead: async () => false,
      onApproved: async () => {},
      onRejected: async () => {},
      onReturned: async () => {},
      onRecalled: async () => {},
      onTerminated: async () => {},
    }),
  )
  await as(createActor(), async (ctx) => {
    ;({ school } = await twoSchoolsWithRoles(ctx))
    await ensureStandardTypes(ctx)
    clerk = await aUserWithRoles(ctx, ['school-admin'], { at: school, name: '学校管理员', hasAccount: true })
    ordinary = await aTeacher(ctx, { at: school, name: '普通教师', hasAccount: true })
  })
})

/** A teacher with three open tasks, a class, a grade, a place in rules, two deputyships and two administrations. */
async function aBusyTeacher(ctx: Ctx, name: string) {
  const teacher = await aUserWithRoles(ctx, ['school-admin'], { at: school, name, hasAccount: true })
  const grade = await aGrade(ctx, school, { startYear: getSchoolYear(today()) - nextGrade++, classes: 1 })
  await setClassHeads(ctx, [{ classId: grade.classIds[0]!, userId: teacher.userId }], today())
  await setGradeHead(ctx, { id: grade.gradeId, orgId: school.id }, teacher.userId, today())
  const acting = { ...ctx, actor: await withCurrentPermissions(ctx, clerk) }
  await saveAuditors(acting, { auditorType: 4, orgId: school.id, userIds: [teacher.userId] })
  const rules = { name: '测试申请', steps: [step([teacher.userId])] }
  await publishDefinition(acting, (await saveDefinition(acting, { subject: key, orgId: school.id, rules })).id)
  for (const id of ['一', '二', '三'])
    await startFlow(
      { ...ctx, actor: ordinary },
      { subject: key, id: `${name}${id}`, orgId: school.id, title: '申请', brief: '', values: {} },
    )
  await saveDelegation(
    { ...ctx, actor: ordinary },
    {
      to: teacher.userId,
      firstDay: today(),
      lastDay: addDays(today(), 200),
      subjects: [],
    },
  )
  const [type] = await listTypesAt(ctx, school.id)
  const absent = await aTeacher(ctx, { at: school, name: `${name}代理的同事`, hasAccount: true })
  const asksOn = addDays(today(), 30)
  await submitLeave(
    { ...ctx, actor: absent },
    leaveForm.parse({
      typeId: type!.id,
      startsOn: asksOn,
      startHalf: 'am',
      endsOn: addDays(asksOn, 3),
      endHalf: 'pm',
      reason: '家中有事',
      deputyId: teacher.userId,
    }),
  )
  return teacher
}
let nextGrade = 0
const today = () => dayOf(new Date())

const held = [
  'app_auditor.user_id',
  'class_teacher.user_id',
  'flow_definition.rules',
  'flow_delegation.to_person_id',
  ...Array.from({ length: 3 }, () => 'flow_task.person_id'),
  'grade_head.user_id',
  'leave_request.deputy_id',
  'membership_role.membership_id',
]

const leave = (userId: string) =>
  as(clerk, (ctx) => recordDeparture(ctx, { targets: { ids: [userId] }, on: today(), reason: '' }))

it('a teacher with three open tasks and a class cannot leave until they are handed over', async () => {
  const teacher = await as(createActor(), (ctx) => aBusyTeacher(ctx, '班主任'))
  expect(await scan(teacher)).toEqual(held)
  const { userId } = teacher
  expect(await leave(userId)).toMatchObject({
    count: 0,
    refused: [{ reason: '还有10项工作未交接', link: { label: '去交接', url: `/baseData/Handover?userId=${userId}` } }],
  })
  const { id } = await as(clerk, (ctx) => openHandover(ctx, { userId, reason: 'leave', dueOn: today() }))
  const { groups } = await as(clerk, (ctx) => getHandover(ctx, { id }))
  const items = groups.flatMap((group) => group.items)
  await expect(as(clerk, (ctx) => finishHandover(ctx, { id }))).rejects.toThrow('还有10项工作未交接')
  // The deputy of somebody cannot be that person: this one needs another successor.
  const first = await as(clerk, (ctx) => assignItems(ctx, { id, items, to: ordinary.userId }))
  expect(first.refused.map(({ title }) => title).toSorted()).toEqual([
    '代普通教师审批',
    '测试申请',
    '测试申请',
    '测试申请',
  ])
  const tasks = items.filter(({ provider }) => provider === 'approval.tasks')
  const assignTasks = (actor: Actor) => as(actor, (ctx) => assignItems(ctx, { id, items: tasks, to: clerk.userId }))
  const refuseAll = (reason: string) => ({ handed: 0, refused: tasks.map(() => ({ reason })) })
  // Whoever only arranges hand-overs gives herself no decisions, and no applicant chooses who decides.
  const rights = new Map([...clerk.permissions].filter(([code]) => code !== 'flow.manage'))
  expect(await assignTasks({ ...clerk, permissions: rights })).toMatchObject(refuseAll('没有权限执行此操作'))
  const applicant = { ...clerk, userId: ordinary.userId, personId: ordinary.personId }
  expect(await assignTasks(applicant)).toMatchObject(refuseAll('不能处理本人的申请'))
  const second = await as(clerk, (ctx) => assignItems(ctx, { id, items, to: clerk.userId }))
  expect(second).toMatchObject({ handed: 4, refused: [] })
  await as(clerk, (ctx) => finishHandover(ctx, { id }))
  expect(await scan(teacher)).toEqual([])
  expect(await leave(userId)).toMatchObject({ count: 1 })
  expect(await scan(ordinary)).toContain('class_teacher.user_id')
})

it('after a forced hand-over nothing in the database names the teacher as responsible', async () => {
  const teacher = await as(createActor(), (ctx) => aBusyTeacher(ctx, '强制'))
  const { userId } = teacher
  expect(await scan(teacher)).toEqual(held)
  const { id } = await as(clerk, (ctx) => openHandover(ctx, { userId, reason: 'leave', dueOn: today() }))
  await as(clerk, (ctx) => forceHandover(ctx, { id, reason: '本人失联，无法交接' }))
  expect(await scan(teacher)).toEqual([])
  expect(await leave(userId)).toMatchObject({ count: 1 })
})

it('a membership that ends by date is not stopped: the work is taken by rule and the administrators are told', async () => {
  const teacher = await as(createActor(), (ctx) => aBusyTeacher(ctx, '到期'))
  await sql(`update tenant.membership set valid = daterange(begins_on - 30, ${chinaDay}) where id = $1`, [
    teacher.userId,
  ])
  await as(createActor({ kind: 'job' }), (ctx) => announceMembershipDates.handle!(ctx, {}))
  expect(await scan(teacher)).toEqual([])
  const cases = await as(clerk, (ctx) => getHandover(ctx, { userId: teacher.userId }))
  expect(cases).toMatchObject({
    current: { status: 'forced', openedBy: '' },
    forcedReason: '离岗时没有交接，按规则处理',
  })
  const told = await sql<{ title: string }>("select title from tenant.message_batch where template = 'handover.forced'")
  expect(told).toEqual([{ title: '到期离岗时还有6项工作未交接' }])
})
