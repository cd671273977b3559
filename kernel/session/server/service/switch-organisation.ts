import { forbidden, orNotFound, notFound, Refusal, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { needsTwoFactors, getMembershipPermissions } from '#kernel/access/server/api.ts'
import {
  listAccountDistricts,
  findPersonOfAccount,
  getPerson,
  rememberDistrict,
  type DecryptedPerson,
} from '#kernel/identity/server/api.ts'
import { orgTypes, type OrgType, type SwitchNode } from '#kernel/org/contract.ts'
import { findUnit, listSwitchNodes, findUnitById, searchUnits } from '#kernel/org/server/api.ts'
import { findMembership, listMembershipsOfPerson, type Membership } from '#kernel/staff/server/api.ts'
import { sessionApi, type LoginResult, type SwitchTarget } from '../../contract.ts'
import { hasTwoFactors, hasStrongFactor, withFactor, type Factor } from '../factors.ts'
import {
  endScannedSessions,
  moveScannedSessions,
  listRecentOrganisations,
  findSessionById,
  limitSessionUntil,
} from '../session-queries.ts'
import { getLoginSetting } from '../settings.ts'
import { openStaffSession } from './open-session.ts'
import { requireStepUp, type StepUpProof } from './step-up.ts'

/** Other tabs still have the old token: within a minute they learn of the switch. */
const oldLivesSeconds = 60

interface SwitchUnit {
  id: string
  name: string
  type: string
  path: string
}
const presentTarget = ({ id, name, type, path }: SwitchUnit): SwitchTarget => ({
  id,
  name,
  orgType: orgTypes[type as OrgType].code,
  path,
})
const presentMembershipTarget = ({ orgId, orgName, orgType, orgPath }: Membership): SwitchTarget =>
  presentTarget({ id: orgId, name: orgName, type: orgType, path: orgPath })

const readOnlyOption = { readOnly: true } as const

/** Organisations to switch to: own memberships in all districts, recent ones, and schools by a part of the name. */
export async function listSwitchTargets(ctx: RequestCtx, keyword: string) {
  const elsewhere = await listMembershipsElsewhere(ctx)
  return inOwnDistrict(
    ctx,
    async (here) => {
      const { accountId, personId, userId, orgId, homeOrgId } = here.actor
      const home = orNotFound(await findMembership(here, userId), '任职信息')
      const memberships = await listMembershipsOfPerson(here, personId)
      const scope = here.actor.permissions.get('org.visit')
      const recent = (await listRecentOrganisations(here.db, accountId, 6)).filter(
        ({ id }) => id !== orgId && (scope || memberships.some((membership) => membership.orgId === id)),
      )
      const own = [...memberships, ...elsewhere].map(presentMembershipTarget)
      const visitable = scope && keyword ? (await searchUnits(here, scope, keyword)).map(presentTarget) : []
      const mine = keyword ? own.filter(({ name }) => name.includes(keyword)) : []
      return {
        current: presentTarget(orNotFound(await findUnitById(here, orgId), '组织')),
        home: homeOrgId ? presentMembershipTarget(home) : null,
        own,
        recent: recent.slice(0, 5).map(presentTarget),
        found: [...mine, ...visitable.filter(({ id }) => !mine.some((one) => one.id === id))],
      }
    },
    readOnlyOption,
  )
}

/** The tree to choose from; forbidden if there is nothing to switch to. */
export async function getSwitchTree(ctx: RequestCtx): Promise<SwitchNode[]> {
  const elsewhere = await listNodesElsewhere(ctx)
  return inOwnDistrict(
    ctx,
    async (here) => {
      const scope = here.actor.permissions.get('org.visit')
      const ownIds = (await listMembershipsOfPerson(here, here.actor.personId)).map(({ orgId }) => orgId)
      if (!scope && ownIds.length + elsewhere.length < 2) throw forbidden()
      return [...(await listSwitchNodes(here, scope, ownIds)), ...elsewhere]
    },
    readOnlyOption,
  )
}

async function listNodesElsewhere(ctx: RequestCtx): Promise<SwitchNode[]> {
  const { accountId, districtId: own } = ctx.actor!
  const all: SwitchNode[] = []
  for (const district of await listAccountDistricts(ctx.cells, accountId)) {
    const memberships = district === own ? [] : ((await listMembershipsIn(ctx, district))?.memberships ?? [])
    const ids = memberships.map(({ orgId }) => orgId)
    if (ids.length > 0)
      all.push(
        ...(await inDistrict(ctx.cells, district, (db) => listSwitchNodes({ db }, undefined, ids), readOnlyOption)),
      )
  }
  return all
}

async function listMembershipsElsewhere(ctx: RequestCtx): Promise<Membership[]> {
  const { accountId, districtId: own } = ctx.actor!
  const all: Membership[] = []
  for (const district of await listAccountDistricts(ctx.cells, accountId))
    if (district !== own) all.push(...((await listMembershipsIn(ctx, district))?.memberships ?? []))
  return all
}

const listMembershipsIn = (ctx: RequestCtx, districtId: DistrictId) =>
  inDistrict(
    ctx.cells,
    districtId,
    async (db) => {
      const person = await findPersonOfAccount({ db, districtId }, ctx.actor!.accountId)
      return person && { person, memberships: await listMembershipsOfPerson({ db, now: ctx.now }, person.id) }
    },
    readOnlyOption,
  )

interface SwitchDestination {
  districtId: DistrictId
  person: DecryptedPerson
  membership: Membership
  /** The organisation to visit without a membership there. */
  visitedId?: string
}

/** Switches to another organisation: an own membership in any district, or a visit to a school in scope. */
export async function switchOrganisation(
  ctx: RequestCtx,
  orgId: string,
  proof: StepUpProof = {},
): Promise<LoginResult> {
  const { districtId, accountId, sessionId } = ctx.actor!
  const there = (await findDestinationHere(ctx, orgId)) ?? (await findDestinationElsewhere(ctx, orgId))
  if (!there) throw notFound('组织')
  const old = orNotFound(await inOwnDistrict(ctx, ({ db }) => findSessionById(db, sessionId), readOnlyOption), '会话')
  // A session with a weak factor needs a step-up if the target requires it.
  const further = (await needsMoreFactors(ctx, there, old.factors))
    ? await requireStepUp(ctx, `switch:${orgId}`, proof, old.factors)
    : undefined
  const factors = further ? withFactor(old.factors, further) : old.factors
  const { result, inside } = await inDistrict(ctx.cells, there.districtId, async (db) => {
    const { person, membership, visitedId } = there
    const opening = {
      districtId: there.districtId,
      accountId,
      person,
      signInMethod: 'switch',
      notAfter: old.expiresAt,
      factors,
      ...(old.scannedBy ? { scannedBy: old.scannedBy } : {}),
    } as const
    const opened = await openStaffSession(ctx, db, opening, membership, visitedId)
    const { path, title } = sessionApi.switchOrg
    await recordOperation(opened.inside, { route: path, title, objectIds: [orgId] })
    return opened
  })
  const until = new Date(ctx.now.getTime() + oldLivesSeconds * 1000)
  await inDistrict(ctx.cells, districtId, async (db) => {
    await limitSessionUntil(db, sessionId, until)
    if (there.districtId === districtId) await moveScannedSessions(db, sessionId, inside.actor.sessionId)
    else await endScannedSessions(db, sessionId, ctx.now)
  })
  if (there.districtId !== districtId) await rememberDistrict(ctx.cells, accountId, there.districtId, ctx.now)
  return result
}

async function needsMoreFactors(
  ctx: RequestCtx,
  { districtId, membership, visitedId }: SwitchDestination,
  factors: readonly Factor[],
) {
  if (hasTwoFactors(factors)) return false
  return inDistrict(
    ctx.cells,
    districtId,
    async (db) => {
      const { permissions } = await getMembershipPermissions({ app: ctx.app, db, now: ctx.now }, membership)
      if (needsTwoFactors(ctx, permissions)) return true
      if (visitedId || membership.noSecondStep || hasStrongFactor(factors)) return false
      return (await getLoginSetting({ app: ctx.app, db }, membership.orgPath)).secondStep !== 'off'
    },
    readOnlyOption,
  )
}

const findDestinationHere = (ctx: RequestCtx, orgId: string): Promise<SwitchDestination | undefined> =>
  inOwnDistrict(
    ctx,
    async ({ db, actor: { districtId, personId, userId } }) => {
      const person = orNotFound(await getPerson({ db, districtId }, personId), '人员')
      const memberships = await listMembershipsOfPerson({ db, now: ctx.now }, personId)
      const there = memberships.filter((membership) => membership.orgId === orgId)
      // The present membership first: a person with two posts at one school returns to the one she left.
      const own = there.find(({ id }) => id === userId) ?? there[0]
      if (own) return { districtId, person, membership: own }
      const home = memberships.find(({ id }) => id === userId)
      if (!home || !(await mayVisit({ app: ctx.app, db, now: ctx.now }, home, orgId))) return undefined
      return { districtId, person, membership: home, visitedId: orgId }
    },
    readOnlyOption,
  )

async function findDestinationElsewhere(ctx: RequestCtx, orgId: string): Promise<SwitchDestination | undefined> {
  const { accountId, districtId: own } = ctx.actor!
  for (const districtId of await listAccountDistricts(ctx.cells, accountId)) {
    const found = districtId === own ? undefined : await listMembershipsIn(ctx, districtId)
    const membership = found?.memberships.find((one) => one.orgId === orgId)
    if (found && membership) return { districtId, person: found.person, membership }
  }
  return undefined
}

async function mayVisit(at: Pick<Ctx, 'app' | 'db' | 'now'>, home: Membership, orgId: string): Promise<boolean> {
  const { permissions } = await getMembershipPermissions(at, home)
  const scope = permissions.get('org.visit')
  const unit = scope && (await findUnit(at, scope, orgId))
  if (!unit) return false
  if (!orgTypes[unit.type as OrgType].switchable) throw new Refusal('请选择具体学校')
  return true
}
