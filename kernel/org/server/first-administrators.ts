import type { Ctx } from '#packages/core'
import type { OrgType } from '../contract.ts'

export interface FirstAdministrator {
  userId: string
  name: string
}
type AdministratorReader = (
  ctx: Ctx,
  orgs: readonly { id: string; type: OrgType }[],
) => Promise<ReadonlyMap<string, FirstAdministrator>>

let reader: AdministratorReader | undefined

/** The access module registers how to find the first administrators. */
export const offerAdministrators = (read: AdministratorReader) => void (reader = read)

/** The first administrator with an account of each; an organisation without one is left out. */
export const getFirstAdministrators: AdministratorReader = async (ctx, orgs) =>
  reader && orgs.length > 0 ? reader(ctx, orgs) : new Map()
