import { dayOf, type Ctx } from '#packages/core'
import type { AppCategory } from '#packages/contract'
import { isServing, listAllApplications, type AppRow } from './application-list.ts'
import { countGrantedPeople, countStaff, type StaffOfOrg } from './app-stat-queries.ts'
import { listOrgGrants } from './grant-queries.ts'
import { isOpenFor } from './grant-state.ts'
import { resolveLogos } from './service/applications/application-logo.ts'
import { pathToIds } from './service/centre/viewer-applications.ts'

interface ReachedOrg {
  id: string
  path: string
}

/** An application, and how many people of some organisations may open it. */
export interface AppReach {
  key: string
  name: string
  logo: string
  category: AppCategory
  /** Whether at least one of the organisations has it. */
  isOpen: boolean
  /** Null where it is not for staff, or for those who administer it. */
  people: number | null
}

/** All applications with the people of these organisations who may open them, and the staff of each organisation. */
export async function listAppReach(ctx: Ctx, orgs: readonly ReachedOrg[]) {
  const day = dayOf(ctx.now)
  const orgIds = orgs.map(({ id }) => id)
  const apps = await listAllApplications(ctx)
  const staff = await countStaff(ctx.db, orgIds, day)
  const granted = Map.groupBy(await countGrantedPeople(ctx.db, orgIds, day), ({ key }) => key)
  const grants = Map.groupBy(
    await listOrgGrants(
      ctx.db,
      apps.map(({ key }) => key),
      day,
    ),
    ({ key }) => key,
  )
  const getLogo = await resolveLogos(ctx, apps)
  const staffOf = new Map(staff.map((one) => [one.orgId, one]))
  const above = orgs.map(({ id, path }) => ({ id, ownFirst: pathToIds(path) }))
  const reach = apps.map((app): AppReach => {
    const entries = new Map((grants.get(app.key) ?? []).map((grant) => [grant.objectId, grant]))
    const isOpenAt = ({ ownFirst }: (typeof above)[number]) =>
      app.audience === 'public' || isOpenFor(app, entries, ownFirst)
    const open = isServing(app) ? new Set(above.filter(isOpenAt).map(({ id }) => id)) : new Set<string>()
    const { key, name, category } = app
    return {
      key,
      name,
      category,
      logo: getLogo(app),
      isOpen: open.size > 0,
      people: countPeople(app, open, { staffOf, granted: granted.get(key) ?? [] }),
    }
  })
  return { apps: reach, staffOf }
}

interface People {
  staffOf: ReadonlyMap<string, StaffOfOrg>
  granted: readonly { orgId: string; people: number }[]
}

function countPeople({ audience }: AppRow, open: ReadonlySet<string>, { staffOf, granted }: People): number | null {
  const sumStaff = (part: 'staff' | 'teachers') =>
    [...open].reduce((all, id) => all + (staffOf.get(id)?.[part] ?? 0), 0)
  const sumGranted = (isCounted: (orgId: string) => boolean) =>
    granted.reduce((all, { orgId, people }) => (isCounted(orgId) ? all + people : all), 0)
  switch (audience) {
    case 'public':
    case 'org':
      return sumStaff('staff')
    case 'teaching':
      return sumStaff('teachers')
    case 'role':
      return sumGranted((id) => open.has(id))
    case 'person':
      return sumGranted(() => true)
    case 'families':
    case 'administrators':
      return null
  }
}
