import { found, newId, Refusal, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import { newToken, type OwnCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import { menuFor, permissionsOf } from '#kernel/access/server'
import { authenticate, findPersonOfAccount, readSelf, rememberDistrict } from '#kernel/identity/server'
import { orgTypes } from '#kernel/org/contract.ts'
import { findPlace, placesOfPerson, type Place } from '#kernel/staff/server'
import { userTypes } from '#kernel/staff/contract.ts'
import { sessionApi, type LoginForm, type LoginInfo, type LoginResult } from '../contract.ts'
import { isManager, levelOfAdministration } from './policy.ts'
import { endSession, insertSession, lastUsed } from './queries.ts'

const hour = 3600
const deskSession = { idleSeconds: 4 * hour, seconds: 24 * hour }

/** The password door: who it is, where they work, a session there. */
export async function signInByPassword(ctx: OwnCtx, { userName, userPwd }: LoginForm): Promise<LoginResult> {
  const account = await authenticate(ctx.cells, userName, userPwd)
  if (!account) throw new Refusal('用户名或密码错误')
  for (const district of account.districts) {
    const result = await inDistrict(ctx.cells, district, (db) => enter(ctx, db, district, account.accountId))
    if (!result) continue
    await rememberDistrict(ctx.cells, account.accountId, district, ctx.now)
    return result
  }
  throw new Refusal('您的账号目前不属于任何单位，请联系单位管理员')
}

/** Opens a session in the place that was used last, or in the main one; nothing when there is none in this district. */
async function enter(ctx: OwnCtx, db: Db, districtId: DistrictId, accountId: string): Promise<LoginResult | undefined> {
  const person = await findPersonOfAccount({ db }, accountId)
  const places = person ? await placesOfPerson({ db, now: ctx.now }, person.id) : []
  if (!person || places.length === 0) return undefined
  const last = await lastUsed(db, accountId)
  const place = places.find(({ id }) => id === last?.userId) ?? places[0]!

  const { token, hash } = newToken(districtId)
  const sessionId = newId()
  const expiresAt = new Date(ctx.now.getTime() + deskSession.seconds * 1000)
  const { address, agent } = ctx.client
  await insertSession(
    db,
    {
      id: sessionId,
      token_hash: hash,
      kind: 'staff',
      account_id: accountId,
      person_id: person.id,
      user_id: place.id,
      org_id: place.orgId,
      idle_seconds: deskSession.idleSeconds,
      expires_at: expiresAt,
      address,
      agent,
    },
    ctx.now,
  )
  const { permissions, templates } = await permissionsOf({ db }, place)
  const actor: Actor = {
    kind: 'staff',
    districtId,
    accountId,
    personId: person.id,
    userId: place.id,
    orgId: place.orgId,
    sessionId,
    permissions,
  }
  const inside: Ctx = { actor, db, now: ctx.now, requestId: ctx.requestId }
  await recordOperation(inside, { route: sessionApi.login.path, title: sessionApi.login.title, objectIds: [sessionId] })
  const self = await readSelf(inside)
  return {
    ...present(place, person.name),
    isManager: isManager(templates),
    modules: menuFor(permissions),
    switchoverOrg: 0,
    needFillIdCard: false,
    mustChangePassword: false,
    phone: self.maskedPhone,
    ip: address,
    needMsg: false,
    msgCode: '',
    msgId: '',
    token,
    tokenExpirationTime: expiresAt.toISOString(),
  }
}

export async function readLoginInfo(ctx: Ctx): Promise<LoginInfo> {
  const place = found(await findPlace(ctx, ctx.actor.userId), '任职信息')
  const { templates } = await permissionsOf(ctx, place)
  const self = await readSelf(ctx)
  return {
    ...present(place, self.name),
    isManager: isManager(templates),
    mobile: self.maskedPhone,
    isAdmin: levelOfAdministration(templates),
    classIds: [],
    subjectIds: [],
  }
}

const present = (place: Place, realName: string) => ({
  userId: place.id,
  userInfoId: place.personId,
  orgType: orgTypes[place.orgType].code,
  orgId: place.orgId,
  orgName: place.orgName,
  orgParentId: place.orgParentId,
  realName,
  userType: userTypes[place.userType].code,
  avatar: '',
})

export async function signOut(ctx: Ctx) {
  await endSession(ctx.db, ctx.actor.sessionId, 'logout', ctx.now)
  return null
}
