import { beforeAll, expect, it, vi } from 'vitest'
import { defineSubject, startFlow } from '#kernel/approval/server/api.ts'
import { saveDelegation } from '#kernel/approval/server/delegations.ts'
import { newId, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { approvalMembers, approversByPost } from './approvers.ts'
import { announceMembershipDates } from './jobs.ts'
import { saveMembership } from './service/memberships.ts'
import { mergePeople, unmergePeople } from './service/merge-people.ts'
import { staffContents } from './service/relocate-staff.ts'
import { createManagedTree, type Tree } from './staff.fixture.ts'
import { aMembership, aTeacher } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor
let administrator: Actor
let hasAdministrator = true

beforeAll(async () => {
  ;({ tree, chief } = await as(createActor(), createManagedTree))
  await database.ensurePartitions('2026-11-01', 2)
  // Not at the school that is merged.
  administrator = await hire('流程管理员', '', tree.other)
  database.contribute('approvalMembers', approvalMembers)
  database.contribute('approverKinds', ...approversByPost)
  database.contribute('flowAdministrators', async () =>
    hasAdministrator ? [{ personId: administrator.personId, memberId: administrator.userId }] : [],
  )
})

const at = (day: string) => new Date(`${day}T12:00:00+08:00`)
const hire = (name: string, post = '', school = tree.school) =>
  as(chief, (ctx) => aTeacher({ ...ctx, now: at('2026-11-01') }, { name, post, at: school }))
const end = (ctx: Ctx, userId: string, endsOn: string, post = '') =>
  saveMembership(
    { ...ctx, now: at('2026-11-20') },
    {
      userId,
      id: userId,
      orgId: tree.school.id,
      departmentId: null,
      userType: 'teacher',
      post,
      isMain: true,
      startsOn: '2026-11-01',
      endsOn,
    },
  )

interface Rule {
  kind: string
  with: Record<string, string | string[]>
}

/** A request that waits for this approver. */
async function request(approver: Rule): Promise<string> {
  const { applicant, form } = await prepare(approver)
  return (await as(applicant, (ctx) => startFlow({ ...ctx, now: at('2026-11-20') }, form))).id
}

async function prepare(approver: Rule, isVoidOnLeave = false) {
  const done = async () => {}
  database.contribute(
    'approvalSubjects',
    defineSubject({
      key: 'test.request',
      title: '申请',
      fields: {},
      isVoidOnLeave,
      rules: { name: '流程', steps: [{ key: 'one', name: '审批', type: 'approve', approver }] },
      describe: async () => ({ lead: [], facts: [], files: [] }),
      canRead: async () => false,
      onApproved: done,
      onRejected: done,
      onReturned: done,
      onRecalled: done,
      onTerminated: done,
    }),
  )
  const applicant = await hire('申请人')
  return {
    applicant,
    form: { subject: 'test.request', id: newId(), orgId: tree.school.id, title: '申请', values: {} },
  }
}
const atNight = (day: string) =>
  as(chief, (ctx) => announceMembershipDates.handle!({ ...ctx, now: new Date(`${day}T00:01:00+08:00`) }, {}))
const holdersOf = async (flowId: string) =>
  (
    await database.sql<{ name: string; status: string }>(
      `select p.name, t.status from tenant.flow_task t join tenant.person p on p.id = t.person_id
       where t.instance_id = $1 order by t.seq`,
      [flowId],
    )
  ).map(({ name, status }) => `${name} ${status}`)

it('an approver leaves by an act: the task moves in that transaction, or stays when it is rolled back', async () => {
  const { userId } = await hire('赵老师')
  const flow = await request({ kind: 'member', with: { members: [userId] } })
  await expect(
    as(chief, async (ctx) => {
      await end(ctx, userId, '2026-11-19')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await holdersOf(flow)).toEqual(['赵老师 open'])
  await as(chief, (ctx) => end(ctx, userId, '2026-11-19'))
  expect(await holdersOf(flow)).toEqual(['赵老师 cancelled', '流程管理员 open'])
})

it('an approver leaves by date: the task moves just after midnight, to whom the rule gives', async () => {
  const { userId } = await hire('钱校长', '校长')
  const flow = await request({ kind: 'organisation-head', with: {} })
  await as(chief, (ctx) => end(ctx, userId, '2026-11-25', '校长'))
  await hire('孙校长', '校长')
  await atNight('2026-11-25')
  expect(await holdersOf(flow)).toEqual(['钱校长 open'])
  await atNight('2026-11-26')
  expect(await holdersOf(flow)).toEqual(['钱校长 cancelled', '孙校长 open'])
})

it('a superior enters a deputy only for somebody all of whose memberships are below', async () => {
  const head = await hire('姜校长', '校长')
  const [here, both] = [await hire('褚老师'), await hire('卫老师')]
  await as(chief, (ctx) => aMembership(ctx, both.personId, { at: tree.other, since: '2026-11-01', isMain: false }))
  const enter = (from: string) =>
    as(head, (ctx) =>
      saveDelegation(
        { ...ctx, now: at('2026-11-20') },
        { from, to: head.userId, firstDay: '2026-11-20', lastDay: '2026-11-21', subjects: [] },
      ),
    )
  await expect(enter(here.userId)).resolves.toBeDefined()
  await expect(enter(both.userId)).rejects.toThrow('人员不存在')
})

it('the organisation is merged: the same person keeps the task', async () => {
  const { userId, personId } = await hire('李老师')
  const flow = await request({ kind: 'member', with: { members: [userId] } })
  await as(chief, (ctx) =>
    staffContents.relocate(
      { ...ctx, now: at('2026-11-27') },
      { from: tree.school, to: tree.other, departments: new Map(), isWhole: true },
    ),
  )
  expect(await holdersOf(flow)).toEqual(['李老师 cancelled', '李老师 open'])
  const [row] = await database.sql<{ personId: string; orgId: string }>(
    `select t.person_id as "personId", m.org_id as "orgId" from tenant.flow_task t
     join tenant.membership m on m.id = t.member_id where t.instance_id = $1 and t.status = 'open'`,
    [flow],
  )
  expect(row).toEqual({ personId, orgId: tree.other.id })
})

it('two people are merged: the task follows, and goes back when the merge is undone', async () => {
  const other = await hire('周老师')
  const kept = await hire('周老师（重复）')
  const flow = await request({ kind: 'member', with: { members: [other.userId] } })
  const form = { keepId: kept.userId, otherId: other.userId, reason: '同一人' }
  const { id } = await mergePeople(database.requestCtx(chief), form)
  const holders = () =>
    database.sql<{ personId: string }>(
      `select person_id as "personId" from tenant.flow_task where instance_id = $1 and status = 'open'`,
      [flow],
    )
  expect(await holders()).not.toEqual([{ personId: other.personId }])
  expect(await holders()).toHaveLength(1)
  await unmergePeople(database.requestCtx(chief), id)
  expect(await holders()).toHaveLength(1)
})

it('one of two memberships at the same school ends by a merge: the request goes on as that of the remaining person', async () => {
  const { applicant: other, form } = await prepare({ kind: 'member', with: { members: [administrator.userId] } }, true)
  const { id } = await as(other, (ctx) => startFlow({ ...ctx, now: at('2026-11-20') }, form))
  const kept = await hire('申请人（重复）')
  await mergePeople(database.requestCtx(chief), { keepId: kept.userId, otherId: other.userId, reason: '同一人' })
  const applicants = await database.sql(
    `select status, applicant_id as "memberId", applicant_person_id as "personId" from tenant.flow_instance where id = $1`,
    [id],
  )
  expect(applicants).toEqual([{ status: 'running', memberId: kept.userId, personId: kept.personId }])
})

it('both people of a step are merged: one has one seat, and without an administrator the merge still happens', async () => {
  const [other, kept] = [await hire('韩老师', '', tree.other), await hire('韩老师（重复）')]
  const members = [other.userId, kept.userId]
  const flow = await request({ kind: 'member', with: { members } })
  hasAdministrator = false
  const form = { keepId: kept.userId, otherId: other.userId, reason: '同一人' }
  const { id } = await mergePeople(database.requestCtx(chief), form)
  hasAdministrator = true
  expect(await holdersOf(flow)).toEqual(['韩老师 open', '韩老师（重复） open'])
  await unmergePeople(database.requestCtx(chief), id)
  await mergePeople(database.requestCtx(chief), form)
  expect(await holdersOf(flow)).toEqual(['韩老师 cancelled', '韩老师（重复） open', '流程管理员 open'])
})

it('one flow that cannot be moved does not stop the night; it moves when there is an administrator', async () => {
  const [one, two] = [await hire('吴老师'), await hire('郑校长', '校长')]
  const stuck = await request({ kind: 'member', with: { members: [one.userId] } })
  const moving = await request({ kind: 'post', with: { post: '校长' } })
  await as(chief, (ctx) => end(ctx, one.userId, '2026-12-01'))
  await as(chief, (ctx) => end(ctx, two.userId, '2026-12-01', '校长'))
  hasAdministrator = false
  await atNight('2026-12-02')
  expect(await holdersOf(stuck)).toEqual(['吴老师 open'])
  expect((await holdersOf(moving)).at(-1)).toMatch(/校长 open$/)
  hasAdministrator = true
  await atNight('2026-12-03')
  expect(await holdersOf(stuck)).toEqual(['吴老师 cancelled', '流程管理员 open'])
})

it('a task given at the moment of leaving: whoever is second sees what the first did', async () => {
  const { userId } = await hire('王老师')
  const { applicant, form } = await prepare({ kind: 'member', with: { members: [userId] } })
  const waiting = () =>
    database.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  let leaving = Promise.resolve<unknown>(undefined)
  const { id } = await as(applicant, async (ctx) => {
    const flow = await startFlow({ ...ctx, now: at('2026-11-20') }, form)
    leaving = as(chief, (own) => end(own, userId, '2026-11-19'))
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 60_000 })
    return flow
  })
  await leaving
  expect(await holdersOf(id)).toEqual(['王老师 cancelled', '流程管理员 open'])
})
