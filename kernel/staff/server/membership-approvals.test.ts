import { beforeAll, expect, it } from 'vitest'
import { defineSubject, startFlow } from '#kernel/approval/server/api.ts'
import { newId, type Actor, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { approvalMembers, approversByPost } from './approvers.ts'
import { announceMembershipDates } from './jobs.ts'
import { saveMembership } from './service/memberships.ts'
import { staffContents } from './service/relocate-staff.ts'
import { createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor

beforeAll(async () => {
  ;({ tree, chief } = await as(createActor(), createManagedTree))
  await as(chief, async ({ db }) => {
    for (const table of ['flow_log', 'message_batch', 'message'])
      await ensureMonthPartitions(db, table, at('2026-11-01'), 2)
  })
  database.contribute('approvalMembers', approvalMembers)
  database.contribute('approverKinds', ...approversByPost)
  database.contribute('flowAdministrators', async () => [{ personId: chief.personId, memberId: chief.userId }])
})

const at = (day: string) => new Date(`${day}T12:00:00+08:00`)
const hire = (name: string, post = '') =>
  as(chief, (ctx) => aTeacher({ ...ctx, now: at('2026-11-01') }, { name, post, at: tree.school }))
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

/** A request that waits for this approver. */
async function request(approver: { kind: string; with: Record<string, string | string[]> }): Promise<string> {
  const done = async () => {}
  database.contribute(
    'approvalSubjects',
    defineSubject({
      key: 'test.request',
      title: '申请',
      fields: {},
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
  const form = { subject: 'test.request', id: newId(), orgId: tree.school.id, title: '申请', values: {} }
  return (await as(applicant, (ctx) => startFlow({ ...ctx, now: at('2026-11-20') }, form))).id
}
const holdersOf = async (flowId: string) =>
  (
    await database.sql<{ name: string; status: string }>(
      `select p.name, t.status from tenant.flow_task t join tenant.person p on p.id = t.person_id
       where t.instance_id = $1 order by t.seq`,
      [flowId],
    )
  ).map(({ name, status }) => `${name} ${status}`)
const chiefName = async () =>
  (await database.sql<{ name: string }>('select name from tenant.person where id = $1', [chief.personId]))[0]!.name

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
  expect(await holdersOf(flow)).toEqual(['赵老师 cancelled', `${await chiefName()} open`])
})

it('an approver leaves by date: the task moves just after midnight, to whom the rule gives', async () => {
  const { userId } = await hire('钱校长', '校长')
  const flow = await request({ kind: 'organisation-head', with: {} })
  await as(chief, (ctx) => end(ctx, userId, '2026-11-25', '校长'))
  await hire('孙校长', '校长')
  const runAt = (moment: string) =>
    as(chief, (ctx) => announceMembershipDates.handle!({ ...ctx, now: new Date(moment) }, {}))
  await runAt('2026-11-25T23:59:00+08:00')
  expect(await holdersOf(flow)).toEqual(['钱校长 open'])
  await runAt('2026-11-26T00:01:00+08:00')
  expect(await holdersOf(flow)).toEqual(['钱校长 cancelled', '孙校长 open'])
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
