import { found, scopeOf, type Ctx } from '#packages/core'
import { readLogins, readNewDevices } from '#kernel/audit/server'
import type { Device, SignIn } from '../../contract.ts'
import { deviceOf, placeOf } from '../device.ts'
import {
  browserOfSession,
  distrustDevices,
  endReplaced,
  endSession,
  endSessionsOf,
  liveSessions,
  namesOfPeople,
} from '../queries.ts'

const doors: Readonly<Record<string, string>> = {
  password: '密码登录',
  sms: '短信登录',
  qr: '扫码登录',
  dingtalk: '钉钉登录',
  transfer: '其他系统登录',
  switch: '切换组织',
}

/** Where I am signed in. */
export async function listDevices(ctx: Ctx): Promise<Device[]> {
  const sessions = await liveSessions(ctx.db, ctx.actor.accountId, ctx.now)
  return sessions.map(({ id, agent, place, door, createdAt, seenAt, orgName }) => ({
    id,
    isCurrent: id === ctx.actor.sessionId,
    device: deviceOf(agent),
    place,
    orgName,
    door: doors[door] ?? '登录',
    signedInAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
}

const signInsTold = 5

/** How I came in lately, so that I notice when it was not me. */
export async function listSignIns(ctx: Ctx): Promise<SignIn[]> {
  const { accountId, sessionId } = ctx.actor
  const logins = await readLogins(ctx, accountId, signInsTold)
  const here = await browserOfSession(ctx.db, sessionId)
  // Whoever has switched since has another session: the last sign-in of the same browser is where it began.
  const mine =
    logins.find((login) => login.sessionId === sessionId) ??
    logins.find(({ agent, address }) => agent === here?.agent && address === here.address)
  return logins.map((login) => ({
    at: login.at.toISOString(),
    door: doors[login.door] ?? '登录',
    device: deviceOf(login.agent),
    place: placeOf(login.address),
    isHere: login === mine,
  }))
}

const weekMs = 7 * 86_400_000
const devicesTold = 4

/** Who within reach came in with a browser that is new for the account. */
export async function listNewDevices(ctx: Ctx) {
  const found = await readNewDevices(ctx, scopeOf(ctx, 'login.watch'), new Date(ctx.now.getTime() - weekMs))
  const told = found.slice(0, devicesTold)
  const names = await namesOfPeople(
    ctx.db,
    told.map(({ personId, orgId }) => ({ personId, orgId })),
  )
  return {
    count: found.length,
    items: told.map(({ agent, at }, index) => ({ ...names[index]!, device: deviceOf(agent), at: at.toISOString() })),
  }
}

export async function endDevice(ctx: Ctx, id: string) {
  found((await endSession(ctx.db, ctx.actor.accountId, id, 'kicked', ctx.now)) || undefined, '登录设备')
  return null
}

/** Ends all but this one; none of them is trusted any more. */
export async function endOtherDevices({ db, actor, now }: Ctx) {
  await distrustDevices(db, actor.accountId)
  return { ended: await endSessionsOf(db, actor.accountId, 'kicked', now, { but: actor.sessionId }) }
}

export async function signOut(ctx: Ctx) {
  const { accountId, sessionId } = ctx.actor
  await endSession(ctx.db, accountId, sessionId, 'logout', ctx.now)
  await endReplaced(ctx.db, accountId, ctx.now)
  return null
}
