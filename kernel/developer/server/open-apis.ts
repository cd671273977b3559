import type { BodyOf, OpenInterface } from '#packages/contract'
import { forbidden, listContributions, orNotFound, scopeOf, type Ctx } from '#packages/core'
import type { openApiRoutes, OpenApi } from '../contract.ts'
import { listCollectTargets } from './collect-targets.ts'
import { listStoredApis, storeApi } from './collect-queries.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The interfaces that give data of a module to other systems. */
    openInterfaces: OpenInterface
  }
}

/** What an interface may be called when the district has not set it. New ones are closed. */
const usual = { isOpen: false, dayQuota: 10_000, qps: 20 }

/** All interfaces that the modules declare, with what the district set for them. */
export async function listOpenApis(ctx: Ctx): Promise<OpenApi[]> {
  const stored = new Map((await listStoredApis(ctx.db)).map((row) => [row.code, row]))
  const declared = [
    ...listContributions(ctx, 'openInterfaces').map((one) => ({ ...one, direction: 'open' as const })),
    ...listCollectTargets(ctx).map(({ key, title, about, fields, sample }) => ({
      code: key,
      path: `/collect/${key}`,
      name: title,
      about,
      version: 'v1',
      direction: 'collect' as const,
      fields,
      sample,
    })),
  ]
  return declared.map(({ fields, ...one }) => ({ ...usual, ...stored.get(one.code), ...one, fields: [...fields] }))
}

export async function saveOpenApi(
  ctx: Ctx,
  { code, isOpen, dayQuota, qps }: BodyOf<typeof openApiRoutes.saveApi>,
): Promise<null> {
  // The catalogue is the district's.
  if (!scopeOf(ctx, 'open-api.manage').district) throw forbidden()
  orNotFound(
    (await listOpenApis(ctx)).find((one) => one.code === code),
    '接口',
  )
  await storeApi(ctx.db, { code, isOpen, dayQuota, qps }, ctx.actor.personId, ctx.now)
  return null
}
