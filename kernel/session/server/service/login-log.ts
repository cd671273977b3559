import type { Db } from '#packages/db'
import type { OwnCtx } from '#packages/http'
import { recordLogin } from '#kernel/audit/server'

type Facts = Omit<Parameters<typeof recordLogin>[1], 'address' | 'agent'>

/** Writes down that somebody came in or was turned away, with where from. */
export const noteLogin = ({ now, requestId, client: { address, agent } }: OwnCtx, db: Db, facts: Facts) =>
  recordLogin({ db, now, requestId }, { ...facts, address, agent })
