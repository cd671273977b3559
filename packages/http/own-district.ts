import type { Ctx } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { RequestCtx } from './portal.ts'

/** A short transaction in the caller's own district, for handlers with their own transactions. */
export const inOwnDistrict = <T>(
  { app, actor, cells, now, requestId, address, lookups }: RequestCtx,
  work: (ctx: Ctx) => Promise<T>,
  options: { readOnly?: boolean } = {},
): Promise<T> =>
  inDistrict(
    cells,
    actor!.districtId,
    (db) => work({ app, actor: actor!, db, now, requestId, address, ...(lookups ? { lookups } : {}) }),
    options,
  )
