import { inDistrict } from '#packages/db'
import { defineJob } from '#packages/jobs'
import { listAccountDistricts, getAccount } from '#kernel/identity/server/api.ts'
import {
  closeExpiredSessions,
  deleteExpiredDevices,
  deleteOldSessions,
  endAccountSessions,
  type SessionEndReason,
} from './session-queries.ts'
import { deleteOldTickets } from './ticket-queries.ts'

const keepDays = 30

export const sweepSessions = defineJob({
  name: 'session.sweep',
  title: '清理过期会话',
  cron: '10 3 * * *',
  handle: async (ctx) => {
    await deleteOldSessions(ctx.db, new Date(ctx.now.getTime() - keepDays * 24 * 3600_000))
    await deleteOldTickets(ctx.db, new Date(ctx.now.getTime() - 24 * 3600_000))
    await deleteExpiredDevices(ctx.db, ctx.now)
  },
})

/** Sessions that nobody uses any more get their end in the log. */
export const closeSessions = defineJob({
  name: 'session.close-expired',
  title: '结束超时的会话',
  cron: '*/10 * * * *',
  handle: async (ctx) => {
    await closeExpiredSessions(ctx.db, ctx.now)
  },
})

/**
 * Ends the sessions that an account opened before its password changed (or before a moment), in all its districts.
 * Normally that has happened already; the job covers a crash in between, and concurrent sign-ins with the old password.
 */
export const endAllSessions = defineJob<{ accountId: string; by: SessionEndReason; before: string; but: string }>({
  name: 'session.end-all',
  title: '结束账号的全部会话',
  retries: 20,
  handleOutside: async ({ cells, now }, { accountId, by, before, but }) => {
    const changedAt = before ? new Date(before) : (await getAccount(cells, accountId))?.passwordChangedAt
    if (!changedAt) return
    for (const district of await listAccountDistricts(cells, accountId))
      await inDistrict(cells, district, (db) =>
        endAccountSessions(db, accountId, by, now, { before: changedAt, but: but || undefined }),
      )
  },
})
