import type { Ctx, Scope } from '#packages/core'
import { findVisitable, searchVisitable, settingAt, storeSetting, unitById } from '../visit-queries.ts'

/** An organisation to be entered: within this reach, and open. */
export const findUnit = (ctx: Pick<Ctx, 'db'>, scope: Scope, id: string) => findVisitable(ctx.db, scope, id)
export const readUnit = (ctx: Pick<Ctx, 'db'>, id: string) => unitById(ctx.db, id)
export const searchUnits = (ctx: Pick<Ctx, 'db'>, scope: Scope, keyword: string) =>
  searchVisitable(ctx.db, scope, keyword, 20)

/** What an organisation has set, and where it has not, the one above it, and so on up to the bureau. */
export const readSetting = (ctx: Pick<Ctx, 'db'>, orgPath: string, key: string) => settingAt(ctx.db, orgPath, key)
export const writeSetting = (ctx: Pick<Ctx, 'db' | 'now'>, orgId: string, key: string, value: object) =>
  storeSetting(ctx.db, orgId, key, value, ctx.now)
