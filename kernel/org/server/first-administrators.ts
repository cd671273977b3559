import { findContribution, type Ctx } from '#packages/core'
import type { OrgType } from '../contract.ts'

export interface FirstAdministrator {
  userId: string
  name: string
}
type AdministratorReader = (
  ctx: Ctx,
  orgs: readonly { id: string; type: OrgType }[],
) => Promise<ReadonlyMap<string, FirstAdministrator>>

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Finds the first administrators; the access module depends on this one. */
    firstAdministrators: AdministratorReader
  }
}

/** The first administrator with an account of each; an organisation without one is left out. */
export const getFirstAdministrators: AdministratorReader = async (ctx, orgs) =>
  (orgs.length > 0 ? await findContribution(ctx, 'firstAdministrators')?.(ctx, orgs) : undefined) ?? new Map()
