import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { activateAccount } from './directory-queries.ts'

/** Opens an account whose district has it already; normally that has happened long before, and this changes nothing. */
export const confirmAccount = defineJob<{ accountId: string }>({
  name: 'account.confirm',
  title: '确认账号',
  retries: 20,
  handleOutside: ({ cells }, { accountId }) => inDirectory(cells, (db) => activateAccount(db, accountId)),
})
