import { expect, it } from 'vitest'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { inDistrict } from '#packages/db'
import { demoLeave } from './demo-rows.ts'
import { at, createLeaveWorld } from './leave.fixture.ts'
import leaveModule from './module.ts'

const { database, orgs, actor, hire } = createLeaveWorld()

it('the demo of a school has leave in every state, and invigilation on Saturdays only', async () => {
  database.contribute('settings', ...leaveModule.settings!)
  for (let index = 1; index <= 24; index++)
    await hire(`教师${index}`, { department: index % 2 ? orgs.grade : orgs.office, post: '数学教师' })
  const { userId, personId, orgId } = actor('陈考勤')
  const keeper = { title: '学校管理员', membership: { userId, personId, orgId } }
  // A Wednesday in the middle of a term.
  const now = at('2026-11-18T15:00')
  const count = await inDistrict(database.cells, database.home, (db) =>
    demoLeave.create(createPlatformCtx(database.app, database.home, db, now), { logins: [keeper] } as never),
  )
  const rows = await database.sql<{ status: string; hours: number }>(
    `select status, count(start_time)::int as hours from tenant.leave_request group by status order by status`,
  )
  expect(count).toBeGreaterThan(30)
  expect(rows.map(({ status }) => status)).toEqual([
    'awaiting-return',
    'cancelled',
    'closed',
    'on-leave',
    'rejected',
    'replaced',
    'running',
    'sent-back',
    'void',
  ])
  expect(rows.reduce((sum, { hours }) => sum + hours, 0)).toBe(1)
  const days = await database.sql<{ day: number }>(
    `select extract(isodow from worked_on)::int as day from tenant.leave_overtime where event = '周末监考'`,
  )
  expect(days).toEqual([{ day: 6 }])
})
