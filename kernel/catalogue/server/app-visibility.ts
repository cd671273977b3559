import { isServing, type AppRow } from './application-list.ts'
import type { GrantRow } from './grant-queries.ts'
import { isOpenFor } from './grant-state.ts'

/** What decides about somebody. */
export interface ViewerFacts {
  isFamily: boolean
  /** The organisation one is in, then those above it, the nearest first. */
  orgIds: readonly string[]
  userId: string
  roleIds: ReadonlySet<string>
  /** Has to do with a class today. */
  isTeaching: boolean
  /** Runs this application: one of its administrators, or holds app.edit over whoever keeps it. */
  administers: (app: AppRow) => boolean
  /** Applications that the organisation has asked for. */
  requestedByOrg: ReadonlySet<string>
  /** Applications that she has asked for herself. */
  requestedBySelf: ReadonlySet<string>
}

/** mine: it opens · others: open here, but not for this person · closed: not opened here · asked: she, or somebody of hers, has asked. */
export type AppState = 'mine' | 'others' | 'closed' | 'asked'

/** Whether an application is open for an organisation, said by the grants that count for it. */
export const isAppOpen = (key: string, grants: readonly GrantRow[], orgIds: readonly string[]) =>
  isOpenFor(
    new Map(
      grants.filter((grant) => grant.key === key && grant.kind === 'org').map((grant) => [grant.objectId, grant]),
    ),
    orgIds,
  )

/** Whether an application is there to be asked for: it is its keeper's, and with those below if it says so. */
export function isOfferedTo(
  { manageOrgId, includesBelow }: Pick<AppRow, 'manageOrgId' | 'includesBelow'>,
  orgIds: readonly string[],
) {
  if (manageOrgId === null || orgIds[0] === manageOrgId) return true
  return includesBelow && orgIds.includes(manageOrgId)
}

/** What an application is to somebody; nothing when it is not there for her at all. */
export function getAppState(app: AppRow, grants: readonly GrantRow[], facts: ViewerFacts): AppState | undefined {
  if (!isServing(app)) return undefined
  if (app.audience === 'public') return 'mine'
  const isOpenHere = isAppOpen(app.key, grants, facts.orgIds)
  if (facts.isFamily) return app.audience === 'families' && isOpenHere ? 'mine' : undefined
  if (canOpenApp(app, grants, facts, isOpenHere)) return 'mine'
  // It would not open by being opened here: somebody has to be named.
  const isForSome = app.audience === 'person' || app.audience === 'administrators'
  if (isOpenHere || (isForSome && isOfferedTo(app, facts.orgIds)))
    return facts.requestedBySelf.has(app.key) ? 'asked' : 'others'
  if (facts.requestedByOrg.has(app.key)) return 'asked'
  return isOfferedTo(app, facts.orgIds) ? 'closed' : undefined
}

function canOpenApp(app: AppRow, grants: readonly GrantRow[], facts: ViewerFacts, isOpenHere: boolean): boolean {
  const isGiven = (kind: GrantRow['kind'], has: (id: string) => boolean) =>
    grants.some((grant) => grant.key === app.key && grant.kind === kind && has(grant.objectId))
  const byAudience: Record<AppRow['audience'], () => boolean> = {
    public: () => true,
    org: () => isOpenHere,
    role: () => isOpenHere && isGiven('role', (id) => facts.roleIds.has(id)),
    person: () => isGiven('person', (id) => id === facts.userId),
    teaching: () => isOpenHere && facts.isTeaching,
    families: () => false,
    administrators: () => facts.administers(app),
  }
  return byAudience[app.audience]()
}
