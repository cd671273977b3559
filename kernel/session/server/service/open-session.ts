import { emptyId, newId, type Actor, type Ctx, type DistrictId, type FirstStep } from '#packages/core'
import type { Db } from '#packages/db'
import { newToken, type RequestCtx } from '#packages/http'
import {
  limitToVisitedOrg,
  getFamilyPermissions,
  buildSystemMenu,
  needsTwoFactors,
  getMembershipPermissions,
  withoutTwoFactorPermissions,
} from '#kernel/access/server/api.ts'
import { maskPhone, type DecryptedPerson } from '#kernel/identity/server/api.ts'
import { orgTypes, type OrgType } from '#kernel/org/contract.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { userTypes } from '#kernel/staff/contract.ts'
import { listMembershipsOfPerson, type Membership } from '#kernel/staff/server/api.ts'
import type { FamilyIdentity } from '#kernel/student/server/api.ts'
import type { LoginResult, VerificationMethod } from '../../contract.ts'
import { isPhoneAgent, getNetwork } from '../device-name.ts'
import { hasTwoFactors, hasStrongFactor, type Factor } from '../factors.ts'
import { isManager } from '../policy.ts'
import { insertSession } from '../session-queries.ts'
import { getLoginSetting, type LoginSetting } from '../settings.ts'
import { recordLoginAttempt } from './login-log.ts'

export type SignInMethod = 'password' | 'sms' | 'qr' | 'dingtalk' | 'transfer' | 'switch' | 'application'

export interface SessionOpening {
  districtId: DistrictId
  accountId: string
  person: DecryptedPerson
  signInMethod: SignInMethod
  /** Latest end, for a session that replaces another. */
  notAfter?: Date
  parentId?: string
  /** The session that scanned the QR code; this one ends with it. */
  scannedBy?: string
  app?: string
  mustChangePassword?: boolean
  isTrusted?: boolean
  /** Factors that were proved. */
  factors: readonly Factor[]
}

/** Opens a staff session, in the organisation of the membership or in a visited one. */
export async function openStaffSession(
  ctx: RequestCtx,
  db: Db,
  opening: SessionOpening,
  membership: Membership,
  visitedId?: string,
) {
  const { districtId, accountId, person } = opening
  const visited = visitedId && visitedId !== membership.orgId ? await findUnitById({ db }, visitedId) : undefined
  const setting = await getLoginSetting({ app: ctx.app, db }, membership.orgPath)
  const pending: FirstStep[] = []
  if (opening.mustChangePassword) pending.push('password')
  if (setting.requireIdCard && !person.idCard) pending.push('id-card')

  const { permissions: all, templates } = await getMembershipPermissions({ app: ctx.app, db, now: ctx.now }, membership)
  const isWeak = !hasTwoFactors(opening.factors) && needsTwoFactors(ctx, all)
  const atHome = isWeak ? withoutTwoFactorPermissions(ctx, all) : all
  const permissions = visited ? limitToVisitedOrg(atHome, visited) : atHome
  const row = { kind: 'staff' as const, userId: membership.id, orgId: visited?.id ?? membership.orgId, pending }
  const { token, expiresAt, sessionId } = await insertOpenedSession(
    ctx,
    db,
    opening,
    row,
    getSessionLifetime(setting, ctx, opening),
  )
  const actor: Actor = {
    kind: 'staff',
    districtId,
    accountId,
    personId: person.id,
    userId: membership.id,
    orgId: row.orgId,
    sessionId,
    permissions,
    ...(visited ? { homeOrgId: membership.orgId } : {}),
  }
  const inside: Ctx = { app: ctx.app, actor, db, now: ctx.now, requestId: ctx.requestId, address: ctx.address }
  const result: LoginResult = {
    ...presentMembership(membership, person, visited),
    theme: person.theme,
    isManager: isManager(templates),
    // An application session has no menu and no switch.
    modules: pending.length > 0 || opening.app !== undefined ? [] : buildSystemMenu(ctx, permissions),
    switchoverOrg: opening.app === undefined ? await maySwitch(inside, person.id) : 0,
    isWeak,
    ...presentFirstSteps(ctx, person, pending),
    token,
    tokenExpirationTime: expiresAt.toISOString(),
  }
  return { result, inside }
}

export async function openFamilySession(ctx: RequestCtx, db: Db, opening: SessionOpening, identity: FamilyIdentity) {
  const { districtId, accountId, person } = opening
  const unit = (await findUnitById({ db }, identity.orgId))!
  const setting = await getLoginSetting({ app: ctx.app, db }, unit.path)
  const pending: FirstStep[] = [...(opening.mustChangePassword ? (['password'] as const) : []), ...identity.pending]
  const row = { kind: identity.kind, userId: identity.id, orgId: unit.id, pending }
  // Pupils use shared computers; a guardian's own phone stays signed in for days.
  const life =
    identity.kind === 'pupil'
      ? { idleSeconds: setting.pupilIdleSeconds, seconds: setting.deskSeconds }
      : getSessionLifetime(setting, ctx, {
          ...opening,
          isTrusted: opening.isTrusted || hasStrongFactor(opening.factors),
        })
  const { token, expiresAt, sessionId } = await insertOpenedSession(ctx, db, opening, row, life)
  const actor: Actor = {
    kind: identity.kind,
    districtId,
    accountId,
    personId: person.id,
    userId: identity.id,
    orgId: unit.id,
    sessionId,
    permissions: getFamilyPermissions(ctx, identity.kind, identity.id),
  }
  const result: LoginResult = {
    ...presentFamilyIdentity(identity, person, unit),
    theme: person.theme,
    modules: [],
    switchoverOrg: 0,
    isWeak: false,
    ...presentFirstSteps(ctx, person, pending),
    token,
    tokenExpirationTime: expiresAt.toISOString(),
  }
  const inside: Ctx = { app: ctx.app, actor, db, now: ctx.now, requestId: ctx.requestId, address: ctx.address }
  return { result, inside }
}

const getSessionLifetime = (setting: LoginSetting, ctx: RequestCtx, { isTrusted }: SessionOpening) =>
  isTrusted && isPhoneAgent(ctx.client.agent)
    ? { idleSeconds: setting.phoneIdleSeconds, seconds: setting.phoneSeconds }
    : { idleSeconds: setting.deskIdleSeconds, seconds: setting.deskSeconds }

interface SessionIdentity {
  kind: 'staff' | 'pupil' | 'guardian'
  userId: string
  orgId: string
  pending: FirstStep[]
}

async function insertOpenedSession(
  ctx: RequestCtx,
  db: Db,
  opening: SessionOpening,
  { kind, userId, orgId, pending }: SessionIdentity,
  life: { idleSeconds: number; seconds: number },
) {
  const {
    districtId,
    accountId,
    person,
    signInMethod,
    notAfter,
    parentId = null,
    scannedBy = null,
    app = null,
  } = opening
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
      network: getNetwork(address),
      sign_in_method: signInMethod,
      parent_id: parentId,
      scanned_by: scannedBy,
      app,
      pending,
      factors: opening.factors,
    },
    ctx.now,
  )
  await recordLoginAttempt(ctx, db, {
    account_id: accountId,
    person_id: person.id,
    user_id: userId,
    org_id: orgId,
    session_id: sessionId,
    sign_in_method: signInMethod,
    outcome: 'entered',
  })
  return { token, expiresAt, sessionId }
}

const presentFirstSteps = (ctx: RequestCtx, person: DecryptedPerson, pending: readonly FirstStep[]) => ({
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

/** More than one membership, or schools to visit. */
export async function maySwitch(ctx: Ctx, personId: string): Promise<0 | 1> {
  if (ctx.actor.permissions.has('org.visit')) return 1
  return (await listMembershipsOfPerson(ctx, personId)).length > 1 ? 1 : 0
}

export const getAvatarUrl = (person: DecryptedPerson) => (person.avatarKey ? '/api/users/avatar' : '')

interface OrganisationUnit {
  id: string
  name: string
  type: string
  parentId: string | null
}

export const presentMembership = (membership: Membership, person: DecryptedPerson, visited?: OrganisationUnit) => ({
  userId: membership.id,
  userInfoId: membership.personId,
  orgType: orgTypes[(visited?.type as OrgType | undefined) ?? membership.orgType].code,
  orgId: visited?.id ?? membership.orgId,
  orgName: visited?.name ?? membership.orgName,
  orgParentId: visited ? visited.parentId : membership.orgParentId,
  realName: person.name,
  userType: userTypes[membership.userType].code,
  post: membership.post,
  avatar: getAvatarUrl(person),
  homeOrgName: visited ? membership.orgName : '',
  isBound: person.isBound,
})

export const presentFamilyIdentity = (
  identity: Pick<FamilyIdentity, 'id' | 'kind'>,
  person: DecryptedPerson,
  unit: OrganisationUnit,
) => ({
  userId: identity.id,
  userInfoId: person.id,
  orgType: orgTypes[unit.type as OrgType].code,
  orgId: unit.id,
  orgName: unit.name,
  orgParentId: unit.parentId,
  realName: person.name,
  userType: identity.kind === 'pupil' ? 1 : 2,
  post: '',
  avatar: getAvatarUrl(person),
  isManager: false,
  homeOrgName: '',
  isBound: person.isBound,
})

/** The answer of a sign-in that needs a code first: without a name and without a token. */
export const presentCodeNeeded = (
  ctx: RequestCtx,
  msgId: string,
  phone: string,
  { methods, offersTrust }: { methods: readonly VerificationMethod[]; offersTrust: boolean },
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
  theme: 'system',
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
