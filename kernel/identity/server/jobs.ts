import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { sweepOutsideKeys } from '#packages/http'
import { activateAccount, deleteOldCounters } from './account-queries.ts'
import { deleteOldOutsideSessions } from './outside-queries.ts'

/** Activates an account that exists in its district. Normally that has happened already, and this changes nothing. */
export const confirmAccount = defineJob<{ accountId: string }>({
  name: 'account.confirm',
  title: '确认账号',
  retries: 20,
  handleOutside: ({ cells }, { accountId }) => inDirectory(cells, (db) => activateAccount(db, accountId)),
})

/** Deletes old sessions and keys outside districts. Every district's job does the same, which is harmless. */
export const sweepOutsideSessions = defineJob({
  name: 'outside-sessions.sweep',
  title: '清理平台会话',
  cron: '10 4 * * *',
  handleOutside: ({ cells, now }) =>
    inDirectory(cells, async (db) => {
      await deleteOldOutsideSessions(db, now)
      await sweepOutsideKeys(db, now)
    }),
})

/** Deletes counters whose window is over. Every district's job does the same, which is harmless. */
export const sweepCounters = defineJob({
  name: 'limit-counters.sweep',
  title: '清理计数',
  cron: '0 4 * * *',
  handleOutside: ({ cells, now }) => inDirectory(cells, (db) => deleteOldCounters(db, now)),
})
