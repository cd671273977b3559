import { emptyId, newId, type Actor, type Ctx, type DistrictId, type FirstStep } from '#packages/core'
import type { Db } from '#packages/db'
import { newToken, type OwnCtx } from '#packages/http'
import {
  cutToVisit,
  familyPermissions,
  menuFor,
  needTwoFactors,
  permissionsOf,
  withOneFactor,
} from '#kernel/access/server'
import { maskPhone, type Self } from '#kernel/identity/server'
import { orgTypes, type OrgType } from '#kernel/org/contract.ts'
import { readUnit } from '#kernel/org/server'
import { userTypes } from '#kernel/staff/contract.ts'
import { placesOfPerson, type Place } from '#kernel/staff/server'
import type { FamilyIdentity } from '#kernel/student/server'
import type { LoginResult, Method } from '../../contract.ts'
import { isPhone, placeOf } from '../device.ts'
import { hasTwoFactors, isProved, type Factor } from '../factors.ts'
import { isManager } from '../policy.ts'
import { insertSession } from '../queries.ts'
import { readLoginSetting, type LoginSetting } from '../settings.ts'
import { noteLogin } from './login-log.ts'

export type Door = 'password' | 'sms' | 'qr' | 'dingtalk' | 'transfer' | 'switch' | 'application'

export interface Opening {
  districtId: DistrictId
  accountId: string
  person: Self
  door: Door
  /** At most until then, for a session that takes the place of another. */
  notAfter?: Date
  parentId?: string
  /** The session that scanned the QR code: this one ends with it. */
  scannedBy?: string
  app?: string
  mustChangePassword?: boolean
  isTrusted?: boolean
  /** What was shown. */
  factors: readonly Factor[]
}

/** Opens a session of a member of staff, in the organisation of the place or in one that is visited. */
export async function openStaffSession(ctx: OwnCtx, db: Db, opening: Opening, place: Place, visitedId?: string) {
  const { districtId, accountId, person } = opening
  const visited = visitedId && visitedId !== place.orgId ? await readUnit({ db }, visitedId) : undefined
  const setting = await readLoginSetting({ db }, place.orgPath)
  const pending: FirstStep[] = []
  if (opening.mustChangePassword) pending.push('password')
  if (setting.requireIdCard && !person.idCard) pending.push('id-card')

  const { permissions: all, templates } = await permissionsOf({ db, now: ctx.now }, place)
  const isWeak = !hasTwoFactors(opening.factors) && needTwoFactors(all)
  const atHome = isWeak ? withOneFactor(all) : all
  const permissions = visited ? cutToVisit(atHome, visited) : atHome
  const row = { kind: 'staff' as const, userId: place.id, orgId: visited?.id ?? place.orgId, pending }
  const { token, expiresAt, sessionId } = await write(ctx, db, opening, row, lifeOf(setting, ctx, opening))
  const actor: Actor = {
    kind: 'staff',
    districtId,
    accountId,
    personId: person.id,
    userId: place.id,
    orgId: row.orgId,
    sessionId,
    permissions,
    ...(visited ? { homeOrgId: place.orgId } : {}),
  }
  const inside: Ctx = { actor, db, now: ctx.now, requestId: ctx.requestId, address: ctx.address }
  const result: LoginResult = {
    ...presentPlace(place, person, visited),
    isManager: isManager(templates),
    // An application that somebody is handed over to has no menu, and takes nobody elsewhere.
    modules: pending.length > 0 || opening.app !== undefined ? [] : menuFor(permissions),
    switchoverOrg: opening.app === undefined ? await maySwitch(inside, person.id) : 0,
    isWeak,
    ...steps(ctx, person, pending),
    token,
    tokenExpirationTime: expiresAt.toISOString(),
  }
  return { result, inside }
}

/** Opens a session of a pupil or a guardian. */
export async function openFamilySession(ctx: OwnCtx, db: Db, opening: Opening, identity: FamilyIdentity) {
  const { districtId, accountId, person } = opening
  const unit = (await readUnit({ db }, identity.orgId))!
  const setting = await readLoginSetting({ db }, unit.path)
  const pending: FirstStep[] = [...(opening.mustChangePassword ? (['password'] as const) : []), ...identity.pending]
  const row = { kind: identity.kind, userId: identity.id, orgId: unit.id, pending }
  // Pupils sit at computers that others use too; a guardian with the phone in hand comes back every morning.
  const life =
    identity.kind === 'pupil'
      ? { idleSeconds: setting.pupilIdleSeconds, seconds: setting.deskSeconds }
      : lifeOf(setting, ctx, { ...opening, isTrusted: opening.isTrusted || isProved(opening.factors) })
  const { token, expiresAt, sessionId } = await write(ctx, db, opening, row, life)
  const actor: Actor = {
    kind: identity.kind,
    districtId,
    accountId,
    personId: person.id,
    userId: identity.id,
    orgId: unit.id,
    sessionId,
    permissions: familyPermissions(identity.kind, identity.id),
  }
  const result: LoginResult = {
    ...presentFamily(identity, person, unit),
    modules: [],
    switchoverOrg: 0,
    isWeak: false,
    ...steps(ctx, person, pending),
    token,
    tokenExpirationTime: expiresAt.toISOString(),
  }
  const inside: Ctx = { actor, db, now: ctx.now, requestId: ctx.requestId, address: ctx.address }
  return { result, inside }
}

const lifeOf = (setting: LoginSetting, ctx: OwnCtx, { isTrusted }: Opening) =>
  isTrusted && isPhone(ctx.client.agent)
    ? { idleSeconds: setting.phoneIdleSeconds, seconds: setting.phoneSeconds }
    : { idleSeconds: setting.deskIdleSeconds, seconds: setting.deskSeconds }

interface Row {
  kind: 'staff' | 'pupil' | 'guardian'
  userId: string
  orgId: string
  pending: FirstStep[]
}

async function write(
  ctx: OwnCtx,
  db: Db,
  opening: Opening,
  { kind, userId, orgId, pending }: Row,
  life: { idleSeconds: number; seconds: number },
) {
  const { districtId, accountId, person, door, notAfter, parentId = null, scannedBy = null, app = null } = opening
  const { token, hash } = newToken(districtId)
  const sessionId = newId()
  const longest = new Date(ctx.now.getTime() + life.seconds * 1000)
  const expiresAt = notAfter && notAfter < longest ? notAfter : longest
  const { address, agent } = ctx.client
  await insertSession(
    db,
    {
      id: sessionId,
      token_hash: hash,
      kind,
      account_id: accountId,
      person_id: person.id,
      user_id: userId,
      org_id: orgId,
      idle_seconds: life.idleSeconds,
      expires_at: expiresAt,
      address,
      agent,
      place: placeOf(address),
      door,
      parent_id: parentId,
      scanned_by: scannedBy,
      app,
      pending,
      factors: opening.factors,
    },
    ctx.now,
  )
  await noteLogin(ctx, db, {
    account_id: accountId,
    person_id: person.id,
    user_id: userId,
    org_id: orgId,
    session_id: sessionId,
    door,
    outcome: 'entered',
  })
  return { token, expiresAt, sessionId }
}

const steps = (ctx: OwnCtx, person: Self, pending: readonly FirstStep[]) => ({
  needFillIdCard: pending.includes('id-card'),
  mustChangePassword: pending.includes('password'),
  phone: maskPhone(person.phone),
  ip: ctx.client.address,
  needMsg: false,
  methods: [],
  offersTrust: false,
  msgCode: '',
  msgId: '',
})

/** More than one place, or schools to visit. */
export async function maySwitch(ctx: Ctx, personId: string): Promise<0 | 1> {
  if (ctx.actor.permissions.has('org.visit')) return 1
  return (await placesOfPerson(ctx, personId)).length > 1 ? 1 : 0
}

export const avatarOf = (person: Self) => (person.avatarKey ? '/api/users/avatar' : '')

interface Unit {
  id: string
  name: string
  type: string
  parentId: string | null
}

export const presentPlace = (place: Place, person: Self, visited?: Unit) => ({
  userId: place.id,
  userInfoId: place.personId,
  orgType: orgTypes[(visited?.type as OrgType | undefined) ?? place.orgType].code,
  orgId: visited?.id ?? place.orgId,
  orgName: visited?.name ?? place.orgName,
  orgParentId: visited ? visited.parentId : place.orgParentId,
  realName: person.name,
  userType: userTypes[place.userType].code,
  post: place.post,
  avatar: avatarOf(person),
  homeOrgName: visited ? place.orgName : '',
  isBound: person.isBound,
})

export const presentFamily = (identity: Pick<FamilyIdentity, 'id' | 'kind'>, person: Self, unit: Unit) => ({
  userId: identity.id,
  userInfoId: person.id,
  orgType: orgTypes[unit.type as OrgType].code,
  orgId: unit.id,
  orgName: unit.name,
  orgParentId: unit.parentId,
  realName: person.name,
  userType: identity.kind === 'pupil' ? 1 : 2,
  post: '',
  avatar: avatarOf(person),
  isManager: false,
  homeOrgName: '',
  isBound: person.isBound,
})

/** What a door answers that wants a code first: nobody's name, and no token. */
export const waitingForCode = (
  ctx: OwnCtx,
  msgId: string,
  phone: string,
  { methods, offersTrust }: { methods: readonly Method[]; offersTrust: boolean },
): LoginResult => ({
  userId: emptyId,
  userInfoId: emptyId,
  orgType: 0,
  orgId: emptyId,
  orgName: '',
  orgParentId: null,
  realName: '',
  userType: 0,
  post: '',
  avatar: '',
  isManager: false,
  homeOrgName: '',
  isBound: false,
  modules: [],
  switchoverOrg: 0,
  isWeak: false,
  methods: [...methods],
  offersTrust,
  needFillIdCard: false,
  mustChangePassword: false,
  phone: maskPhone(phone),
  ip: ctx.client.address,
  needMsg: true,
  msgCode: '',
  msgId,
  token: '',
  tokenExpirationTime: '',
})
