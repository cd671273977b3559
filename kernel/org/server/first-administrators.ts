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

/** The module that knows who runs organisations tells how to find the first of each. */
export const offerAdministrators = (read: AdministratorReader) => void (reader = read)

/** The first of those who run each of these and can sign in; one that nobody runs is left out. */
export const getFirstAdministrators: AdministratorReader = async (ctx, orgs) =>
  reader && orgs.length > 0 ? reader(ctx, orgs) : new Map()
