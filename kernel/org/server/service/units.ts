import type { Ctx, Scope } from '#packages/core'
import { findVisitable, namesAbove, searchVisitable, unitById } from '../visit-queries.ts'

/** An organisation to be entered: within this reach, and open. */
export const findUnit = (ctx: Pick<Ctx, 'db'>, scope: Scope, id: string) => findVisitable(ctx.db, scope, id)
export const readUnit = (ctx: Pick<Ctx, 'db'>, id: string) => unitById(ctx.db, id)
/** What these are called, and all above them: 文澜中学, 云禾区教育局. */
export const namesUpwards = (ctx: Pick<Ctx, 'db'>, ids: readonly string[]) => namesAbove(ctx.db, ids)
export const searchUnits = (ctx: Pick<Ctx, 'db'>, scope: Scope, keyword: string) =>
  searchVisitable(ctx.db, scope, keyword, 20)
