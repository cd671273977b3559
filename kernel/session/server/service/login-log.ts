import type { Db } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { recordLogin } from '#kernel/audit/server/api.ts'

type LoginRecord = Omit<Parameters<typeof recordLogin>[1], 'address' | 'agent'>

/** Records a sign-in or a refused attempt with its network address. */
export const recordLoginAttempt = (
  { now, requestId, client: { address, agent } }: RequestCtx,
  db: Db,
  facts: LoginRecord,
) => recordLogin({ db, now, requestId }, { ...facts, address, agent })
