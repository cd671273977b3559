import type { Db } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { recordLogin } from '#kernel/audit/server'

type LoginRecord = Omit<Parameters<typeof recordLogin>[1], 'address' | 'agent'>

/** Writes down that somebody came in or was turned away, with where from. */
export const recordLoginAttempt = (
  { now, requestId, client: { address, agent } }: RequestCtx,
  db: Db,
  facts: LoginRecord,
) => recordLogin({ db, now, requestId }, { ...facts, address, agent })
