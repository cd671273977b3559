import { isServing, type AppRow } from './application-list.ts'
import type { GrantRow } from './grant-queries.ts'
import { isOpenFor } from './grant-state.ts'

/** The facts about a person that decide which applications that person sees. */
export interface ViewerFacts {
  isFamily: boolean
  /** The current organisation, then those above it, the nearest first. */
  orgIds: readonly string[]
  userId: string
  roleIds: ReadonlySet<string>
  /** Whether the person teaches or leads a class today. */
  isTeaching: boolean
  /** Whether the person is an administrator of the application or has app.edit over the managing organisation. */
  administers: (app: VisibleApp) => boolean
  /** Applications that the organisation has requested. */
  requestedByOrg: ReadonlySet<string>
  /** Applications that the person has requested. */
  requestedBySelf: ReadonlySet<string>
}

/**
 * mine: the person may open it · others: open for the organisation, but not for this person · closed: not opened for
 * the organisation · asked: the person or a colleague has requested it.
 */
export type AppState = 'mine' | 'others' | 'closed' | 'requested'

/** Whether the active grants open an application for an organisation. */
export const isAppOpen = (app: VisibleApp, grants: readonly GrantRow[], orgIds: readonly string[]) =>
  isOpenFor(
    app,
    new Map(
      grants.filter((grant) => grant.key === app.key && grant.kind === 'org').map((grant) => [grant.objectId, grant]),
    ),
    orgIds,
  )

/** The parts of an application that decide who may use it. */
type VisibleApp = Pick<
  AppRow,
  'key' | 'status' | 'isBarred' | 'audience' | 'auditorType' | 'isBuiltIn' | 'manageOrgId' | 'manageOrgPath'
>

/**
 * Whether an application can be requested: by its managing organisation, and by those below it if the application
 * allows that.
 */
export function isOfferedTo(
  { manageOrgId, includesBelow }: Pick<AppRow, 'manageOrgId' | 'includesBelow'>,
  orgIds: readonly string[],
) {
  if (manageOrgId === null || orgIds[0] === manageOrgId) return true
  return includesBelow && orgIds.includes(manageOrgId)
}

/** The state of an application for a person; undefined when it does not exist for that person. */
export function getAppState(app: AppRow, grants: readonly GrantRow[], facts: ViewerFacts): AppState | undefined {
  if (!isServing(app)) return undefined
  if (app.audience === 'public') return 'mine'
  const isOpenHere = isAppOpen(app, grants, facts.orgIds)
  if (facts.isFamily) return app.audience === 'families' && isOpenHere ? 'mine' : undefined
  if (canOpenApp(app, grants, facts, isOpenHere)) return 'mine'
  // Opening it for the organisation is not enough: the application is granted to people by name.
  const isForSome = !app.isBuiltIn && (app.audience === 'person' || app.audience === 'administrators')
  if (isOpenHere || (isForSome && isOfferedTo(app, facts.orgIds)))
    return facts.requestedBySelf.has(app.key) ? 'requested' : 'others'
  if (facts.requestedByOrg.has(app.key)) return 'requested'
  return isOfferedTo(app, facts.orgIds) ? 'closed' : undefined
}

/** The facts about a caller that decide whether she may use a built-in application. */
export type CallerFacts = Pick<ViewerFacts, 'orgIds' | 'userId' | 'roleIds' | 'isTeaching' | 'administers'>

/**
 * Why somebody may not use a built-in application: it is closed for the organisation, or limited to others. Which of its
 * routes pupils, guardians and staff may call is a matter of these routes.
 */
export function findAppRefusal(
  app: VisibleApp,
  grants: readonly GrantRow[],
  facts: CallerFacts,
): 'closed' | 'limited' | undefined {
  if (!isServing(app)) return 'closed'
  if (app.audience === 'public') return undefined
  const isOpenHere = isAppOpen(app, grants, facts.orgIds)
  if (!isOpenHere) return 'closed'
  if (app.audience === 'org' || app.audience === 'families') return undefined
  return canOpenApp(app, grants, facts, isOpenHere) ? undefined : 'limited'
}

function canOpenApp(app: VisibleApp, grants: readonly GrantRow[], facts: CallerFacts, isOpenHere: boolean): boolean {
  // A closed one is closed for everybody; an open one is never limited to others than those who administer it.
  if (app.isBuiltIn && app.audience !== 'public' && (!isOpenHere || facts.administers(app))) return isOpenHere
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
