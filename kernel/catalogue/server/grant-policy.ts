import { appAudiences, type AppAudience } from '#packages/contract'
import { Refusal, type Scope } from '#packages/core'
import type { OrgGrant } from '../contract.ts'
import { isServing, type AppRow } from './application-list.ts'
import type { GrantEntry, GrantKind, OrgNode } from './grant-queries.ts'
import { isOpenFor } from './grant-state.ts'
import { isOfferedTo } from './app-visibility.ts'

export type OrgGrantState = OrgGrant['own']
/** The grant entries of one application, keyed by the path label of the organisation. */
export type OrgGrantEntries = ReadonlyMap<string, GrantEntry>

export const toPathLabel = (id: string) => id.replaceAll('-', '')
const ownFirst = (path: string) => path.split('.').toReversed()

/** The topmost organisation of the scope on the path to a node; the caller decides from there. */
function getTopOfScope(scope: Scope, path: string): string {
  const labels = path.split('.')
  const isReached = (at: number) => {
    const above = labels.slice(0, at + 1).join('.')
    return (
      scope.district ||
      scope.orgPaths.some((root) => above === root || above.startsWith(`${root}.`)) ||
      scope.orgIds.some((id) => toPathLabel(id) === labels[at])
    )
  }
  const top = labels.findIndex((_, at) => isReached(at))
  return labels.slice(0, top + 1).join('.')
}

/** Entries are looked up one by one, because a district may have thousands of entries and organisations. */
type EntryLookup = Pick<OrgGrantEntries, 'get'>
const onlyLive = (entries: EntryLookup): EntryLookup => ({
  get: (label) => {
    const entry = entries.get(label)
    return entry?.isLive ? entry : undefined
  },
})
const onlyLiveOn = (entries: EntryLookup, day: string): EntryLookup => ({
  get: (label) => {
    const entry = entries.get(label)
    const counts = entry && (entry.beginsOn ?? day) <= day && (entry.overOn === null || entry.overOn > day)
    return counts ? entry : undefined
  },
})
const withoutEntry = (entries: EntryLookup, left: string): EntryLookup => ({
  get: (label) => (label === left ? undefined : entries.get(label)),
})

type OpenedApp = Pick<AppRow, 'isBuiltIn'>

export const isOpenAt = (app: OpenedApp, entries: EntryLookup, path: string) =>
  isOpenFor(app, onlyLive(entries), ownFirst(path))

/** The first day on which a closed application will be open, by a grant of the organisation or of one above. */
export function getGrantOpeningDay(app: OpenedApp, entries: EntryLookup, path: string): string | null {
  if (isOpenAt(app, entries, path)) return null
  const coming = ownFirst(path).flatMap((label) => {
    const entry = entries.get(label)
    return entry && !entry.isLive ? (entry.beginsOn ?? []) : []
  })
  return coming.toSorted().find((day) => isOpenFor(app, onlyLiveOn(entries, day), ownFirst(path))) ?? null
}

/** Whether the application would be open without the organisation's own entry. */
export const isInherited = (app: OpenedApp, entries: EntryLookup, { id, path }: Pick<OrgNode, 'id' | 'path'>) =>
  isOpenAt(app, withoutEntry(entries, toPathLabel(id)), path)

export function getOrgGrantState(entry: Pick<GrantEntry, 'isRefused' | 'includesBelow'> | undefined): OrgGrantState {
  if (!entry) return 'none'
  if (entry.isRefused) return 'refused'
  return entry.includesBelow ? 'with-below' : 'given'
}

/**
 * Whether the caller may grant an application to a node. Deciders for the district always may. Others may grant what is
 * open at the top of their scope, even if they refused it for themselves, and what they manage.
 */
export function mayPassOn(scope: Scope, app: AppRow, entries: OrgGrantEntries, path: string): boolean {
  if (scope.district || isManagedInScope(scope, app)) return true
  const root = getTopOfScope(scope, path)
  const label = root.slice(root.lastIndexOf('.') + 1)
  const own = entries.get(label)
  return isOpenAt(app, own?.isRefused && own.isOurs ? withoutEntry(entries, label) : entries, root)
}

function isManagedInScope(scope: Scope, { manageOrgId, manageOrgPath }: AppRow) {
  if (manageOrgId === null) return false
  return scope.orgIds.includes(manageOrgId) || scope.orgPaths.some((root) => `${manageOrgPath}.`.startsWith(`${root}.`))
}

/** Refuses a change of an organisation's entry that the caller may not make. Taking a grant away is always allowed. */
export function requireMayChange(
  scope: Scope,
  app: AppRow,
  entries: OrgGrantEntries,
  { node, own }: { node: OrgNode; own: OrgGrantState },
) {
  if (scope.district) return
  const before = entries.get(toPathLabel(node.id))
  const gives = own === 'given' || own === 'with-below' || before?.isRefused === true
  if (!gives || own === 'refused') return
  if (!mayPassOn(scope, app, entries, node.path)) throw appNotOpenHere()
  if (before && !before.isOurs) throw new Refusal('该授权由上级设置，不能更改')
}

export const appNotOpenHere = () => new Refusal('该应用未对本单位开通')

const audiencesByKind: Record<GrantKind, readonly AppAudience[]> = {
  org: ['org', 'role', 'person', 'teaching', 'families'],
  role: ['role'],
  person: ['person'],
}

/** Whether a grant to this kind of object has any effect. */
export const isGivenTo = (kind: GrantKind, { audience }: Pick<AppRow, 'audience'>) =>
  audiencesByKind[kind].includes(audience)

/** The applications that a decider at these organisations may grant. */
export const filterGrantableApps = (apps: readonly AppRow[], scope: Scope, orgIds: readonly string[]) =>
  apps.filter((app) => isServing(app) && (scope.district || isOfferedTo(app, orgIds) || isManagedInScope(scope, app)))

export const getAppPower = ({ audience }: Pick<AppRow, 'audience'>) => appAudiences[audience].code
