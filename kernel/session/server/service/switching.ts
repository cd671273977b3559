import { forbidden, found, notFound, Refusal, type DistrictId } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import { needTwoFactors, permissionsOf } from '#kernel/access/server'
import { districtsOf, findPersonOfAccount, readPerson, rememberDistrict, type Self } from '#kernel/identity/server'
import { orgTypes, type OrgType, type SwitchNode } from '#kernel/org/contract.ts'
import { findUnit, readSwitchNodes, readUnit, searchUnits } from '#kernel/org/server'
import { findPlace, placesOfPerson, type Place } from '#kernel/staff/server'
import { sessionApi, type LoginResult, type SwitchTarget } from '../../contract.ts'
import { hasTwoFactors, isProved, withFactor, type Factor } from '../factors.ts'
import { endScanned, passScanned, recentOrganisations, sessionById, shortenSession } from '../queries.ts'
import { readLoginSetting } from '../settings.ts'
import { openStaffSession } from './open-session.ts'
import { demandCode, type Proof } from './proofs.ts'

/** Other tabs still have the old word: they are told that they are elsewhere now, and have a minute to notice. */
const oldLivesSeconds = 60

interface Unit {
  id: string
  name: string
  type: string
  path: string
}
const present = ({ id, name, type, path }: Unit): SwitchTarget => ({
  id,
  name,
  orgType: orgTypes[type as OrgType].code,
  path,
})
const presentPlace = ({ orgId, orgName, orgType, orgPath }: Place): SwitchTarget =>
  present({ id: orgId, name: orgName, type: orgType, path: orgPath })

const reading = { readOnly: true } as const

/** Where one can go: one's own places in all districts, recent ones, and schools by a part of their name. */
export async function readSwitchTargets(ctx: OwnCtx, keyword: string) {
  const elsewhere = await placesElsewhere(ctx)
  return inOwnDistrict(
    ctx,
    async (here) => {
      const { accountId, personId, userId, orgId, homeOrgId } = here.actor
      const home = found(await findPlace(here, userId), '任职信息')
      const places = await placesOfPerson(here, personId)
      const scope = here.actor.permissions.get('org.visit')
      const recent = (await recentOrganisations(here.db, accountId, 6)).filter(
        ({ id }) => id !== orgId && (scope || places.some((place) => place.orgId === id)),
      )
      const own = [...places, ...elsewhere].map(presentPlace)
      const visitable = scope && keyword ? (await searchUnits(here, scope, keyword)).map(present) : []
      const mine = keyword ? own.filter(({ name }) => name.includes(keyword)) : []
      return {
        current: present(found(await readUnit(here, orgId), '组织')),
        home: homeOrgId ? presentPlace(home) : null,
        own,
        recent: recent.slice(0, 5).map(present),
        found: [...mine, ...visitable.filter(({ id }) => !mine.some((one) => one.id === id))],
      }
    },
    reading,
  )
}

/** The tree to choose from; for whoever has nowhere to go there is none. */
export async function readBaseTree(ctx: OwnCtx): Promise<SwitchNode[]> {
  const elsewhere = await nodesElsewhere(ctx)
  return inOwnDistrict(
    ctx,
    async (here) => {
      const scope = here.actor.permissions.get('org.visit')
      const ownIds = (await placesOfPerson(here, here.actor.personId)).map(({ orgId }) => orgId)
      if (!scope && ownIds.length + elsewhere.length < 2) throw forbidden()
      return [...(await readSwitchNodes(here, scope, ownIds)), ...elsewhere]
    },
    reading,
  )
}

async function nodesElsewhere(ctx: OwnCtx): Promise<SwitchNode[]> {
  const { accountId, districtId: own } = ctx.actor!
  const all: SwitchNode[] = []
  for (const district of await districtsOf(ctx.cells, accountId)) {
    const places = district === own ? [] : ((await placesIn(ctx, district))?.places ?? [])
    const ids = places.map(({ orgId }) => orgId)
    if (ids.length > 0)
      all.push(...(await inDistrict(ctx.cells, district, (db) => readSwitchNodes({ db }, undefined, ids), reading)))
  }
  return all
}

async function placesElsewhere(ctx: OwnCtx): Promise<Place[]> {
  const { accountId, districtId: own } = ctx.actor!
  const all: Place[] = []
  for (const district of await districtsOf(ctx.cells, accountId))
    if (district !== own) all.push(...((await placesIn(ctx, district))?.places ?? []))
  return all
}

const placesIn = (ctx: OwnCtx, districtId: DistrictId) =>
  inDistrict(
    ctx.cells,
    districtId,
    async (db) => {
      const person = await findPersonOfAccount({ db, districtId }, ctx.actor!.accountId)
      return person && { person, places: await placesOfPerson({ db, now: ctx.now }, person.id) }
    },
    reading,
  )

interface Destination {
  districtId: DistrictId
  person: Self
  place: Place
  /** The organisation to visit, where one has no place of one's own. */
  visitedId?: string
}

/** Goes to another organisation: a place of one's own, in any district, or as a visitor to a school below. */
export async function switchOrganisation(ctx: OwnCtx, orgId: string, proof: Proof = {}): Promise<LoginResult> {
  const { districtId, accountId, sessionId } = ctx.actor!
  const there = (await destinationHere(ctx, orgId)) ?? (await destinationElsewhere(ctx, orgId))
  if (!there) throw notFound('组织')
  const old = found(await inOwnDistrict(ctx, ({ db }) => sessionById(db, sessionId), reading), '会话')
  // Whoever came in where a password is enough shows more where it is not.
  const further = (await demandsMore(ctx, there, old.factors))
    ? await demandCode(ctx, `switch:${orgId}`, proof, old.factors)
    : undefined
  const factors = further ? withFactor(old.factors, further) : old.factors
  const { result, inside } = await inDistrict(ctx.cells, there.districtId, async (db) => {
    const { person, place, visitedId } = there
    const opening = {
      districtId: there.districtId,
      accountId,
      person,
      door: 'switch',
      notAfter: old.expiresAt,
      factors,
      ...(old.scannedBy ? { scannedBy: old.scannedBy } : {}),
    } as const
    const opened = await openStaffSession(ctx, db, opening, place, visitedId)
    const { path, title } = sessionApi.switchOrg
    await recordOperation(opened.inside, { route: path, title, objectIds: [orgId] })
    return opened
  })
  const until = new Date(ctx.now.getTime() + oldLivesSeconds * 1000)
  await inDistrict(ctx.cells, districtId, async (db) => {
    await shortenSession(db, sessionId, until)
    if (there.districtId === districtId) await passScanned(db, sessionId, inside.actor.sessionId)
    else await endScanned(db, sessionId, ctx.now)
  })
  if (there.districtId !== districtId) await rememberDistrict(ctx.cells, accountId, there.districtId, ctx.now)
  return result
}

async function demandsMore(ctx: OwnCtx, { districtId, place, visitedId }: Destination, factors: readonly Factor[]) {
  if (hasTwoFactors(factors)) return false
  return inDistrict(
    ctx.cells,
    districtId,
    async (db) => {
      const { permissions } = await permissionsOf({ db, now: ctx.now }, place)
      if (needTwoFactors(permissions)) return true
      if (visitedId || place.noSecondStep || isProved(factors)) return false
      return (await readLoginSetting({ db }, place.orgPath)).secondStep !== 'off'
    },
    reading,
  )
}

const destinationHere = (ctx: OwnCtx, orgId: string): Promise<Destination | undefined> =>
  inOwnDistrict(
    ctx,
    async ({ db, actor: { districtId, personId, userId } }) => {
      const person = found(await readPerson({ db, districtId }, personId), '人员')
      const places = await placesOfPerson({ db, now: ctx.now }, personId)
      const there = places.filter((place) => place.orgId === orgId)
      // Home first: somebody with two posts at one school goes back to the one they left.
      const own = there.find(({ id }) => id === userId) ?? there[0]
      if (own) return { districtId, person, place: own }
      const home = places.find(({ id }) => id === userId)
      if (!home || !(await mayVisit({ db, now: ctx.now }, home, orgId))) return undefined
      return { districtId, person, place: home, visitedId: orgId }
    },
    reading,
  )

async function destinationElsewhere(ctx: OwnCtx, orgId: string): Promise<Destination | undefined> {
  const { accountId, districtId: own } = ctx.actor!
  for (const districtId of await districtsOf(ctx.cells, accountId)) {
    const found = districtId === own ? undefined : await placesIn(ctx, districtId)
    const place = found?.places.find((one) => one.orgId === orgId)
    if (found && place) return { districtId, person: found.person, place }
  }
  return undefined
}

async function mayVisit(at: { db: Db; now: Date }, home: Place, orgId: string): Promise<boolean> {
  const { permissions } = await permissionsOf(at, home)
  const scope = permissions.get('org.visit')
  const unit = scope && (await findUnit(at, scope, orgId))
  if (!unit) return false
  if (!orgTypes[unit.type as OrgType].switchable) throw new Refusal('请选择具体学校')
  return true
}
