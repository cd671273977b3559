import type { Ctx, Scope } from '#packages/core'
import { findVisitable, searchVisitable, unitById } from '../visit-queries.ts'

/** An organisation to be entered: within this reach, and open. */
export const findUnit = (ctx: Pick<Ctx, 'db'>, scope: Scope, id: string) => findVisitable(ctx.db, scope, id)
export const readUnit = (ctx: Pick<Ctx, 'db'>, id: string) => unitById(ctx.db, id)
export const searchUnits = (ctx: Pick<Ctx, 'db'>, scope: Scope, keyword: string) =>
  searchVisitable(ctx.db, scope, keyword, 20)
