import { dayOf, startOfDay, type Actor } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import { recordFieldChanges } from '#packages/crud'
import { recordLogin, recordOperation } from './audit-log.ts'
import { sealedLogs } from './seal-queries.ts'
import { sealCell } from './seal-logs.ts'

/** Noon of the tenth of the month so many months ago. */
export function monthsAgo(count: number, now = new Date()): Date {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  const day = new Date(Date.UTC(year, month - 1 - count, 10)).toISOString().slice(0, 10)
  return new Date(startOfDay(day).getTime() + 12 * 3600_000)
}

/** The partitions of the last months, which an installation has from the time when they were the present. */
export async function ensureOldPartitions(database: TestDatabase, months: number, districtId = database.home) {
  const district = { districtId } as Actor
  await database.as(district, async ({ db }) => {
    for (const log of [...sealedLogs, 'operation_object'])
      await ensureMonthPartitions(db, log, monthsAgo(months), months)
  })
}

/** An operation with its changed field, and a sign-in, as they were logged at that time. */
export async function logAt(database: TestDatabase, actor: Actor, at: Date, title = '编辑机构') {
  await database.as(actor, async (inside) => {
    const ctx = { ...inside, now: at }
    await recordOperation(ctx, { route: '/api/orgs/edit', title, objectIds: [actor.orgId] })
    const changes = [{ field: 'name', before: '一中', after: '第一中学' }]
    await recordFieldChanges(ctx, [{ entity: 'org.organisation', rowId: actor.orgId, changes }])
    await recordLogin(ctx, {
      account_id: actor.accountId,
      person_id: actor.personId,
      org_id: actor.orgId,
      sign_in_method: 'password',
      outcome: 'entered',
      address: '10.0.0.7',
      agent: 'Mozilla/5.0',
    })
  })
  for (const log of ['operation_log', 'entity_change', 'login_log'])
    await database.sql(`update tenant.${log} set logged_at = at where at = $1`, [at])
}

/** Seals everything up to now. */
export const sealNow = (database: TestDatabase) => sealCell(database.cells, 1, new Date())
