import { findContribution, type Ctx } from '#packages/core'

/** Finds the administrators of an organisation, or (null) of the district. */
type ListAdministrators = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  orgId: string | null,
) => Promise<readonly { personId: string }[]>

declare module '#packages/core/app.ts' {
  interface Contributions {
    administratorLists: ListAdministrators
  }
}

/** Administrators as recipients of notifications. Roles are defined above this module, so `access` declares the list. */
export const listAdministratorsToNotify = async (
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  orgId: string | null,
): Promise<readonly { personId: string }[]> => (await findContribution(ctx, 'administratorLists')?.(ctx, orgId)) ?? []
