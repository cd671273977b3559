import { orNotFound, scopeOf, type Ctx } from '#packages/core'
import { listLogins, listNewDeviceSignIns } from '#kernel/audit/server/api.ts'
import type { Device, SignIn } from '../../contract.ts'
import { getDeviceName, getNetwork } from '../device-name.ts'
import {
  findSessionBrowser,
  deleteTrustedDevices,
  endReplacedSessions,
  endSession,
  endAccountSessions,
  listLiveSessions,
  listPersonAndOrgNames,
} from '../session-queries.ts'

const signInMethodLabels: Readonly<Record<string, string>> = {
  password: '密码登录',
  sms: '短信登录',
  qr: '扫码登录',
  dingtalk: '钉钉登录',
  transfer: '其他系统登录',
  switch: '切换组织',
}

export async function listDevices(ctx: Ctx): Promise<Device[]> {
  const sessions = await listLiveSessions(ctx.db, ctx.actor.accountId, ctx.now)
  return sessions.map(({ id, agent, network, signInMethod, createdAt, seenAt, orgName }) => ({
    id,
    isCurrent: id === ctx.actor.sessionId,
    device: getDeviceName(agent),
    network,
    orgName,
    signInMethod: signInMethodLabels[signInMethod] ?? '登录',
    signedInAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
}

const maxSignInsShown = 5

/** Recent sign-ins of the caller, so that she can notice strange ones. */
export async function listSignIns(ctx: Ctx): Promise<SignIn[]> {
  const { accountId, sessionId } = ctx.actor
  const logins = await listLogins(ctx, accountId, maxSignInsShown)
  const here = await findSessionBrowser(ctx.db, sessionId)
  // After a switch the session is a new one: the last sign-in of the same browser is its origin.
  const mine =
    logins.find((login) => login.sessionId === sessionId) ??
    logins.find(({ agent, address }) => agent === here?.agent && address === here.address)
  return logins.map((login) => ({
    at: login.at.toISOString(),
    signInMethod: signInMethodLabels[login.sign_in_method] ?? '登录',
    device: getDeviceName(login.agent),
    network: getNetwork(login.address),
    isHere: login === mine,
  }))
}

const weekMs = 7 * 86_400_000
const maxDevicesShown = 4

/** Sign-ins in scope with a browser that is new for the account. */
export async function listNewDevices(ctx: Ctx) {
  const found = await listNewDeviceSignIns(ctx, scopeOf(ctx, 'login.watch'), new Date(ctx.now.getTime() - weekMs))
  const shown = found.slice(0, maxDevicesShown)
  const names = await listPersonAndOrgNames(
    ctx.db,
    shown.map(({ personId, orgId }) => ({ personId, orgId })),
  )
  return {
    count: found.length,
    items: shown.map(({ agent, at }, index) => ({
      ...names[index]!,
      device: getDeviceName(agent),
      at: at.toISOString(),
    })),
  }
}

export async function endDevice(ctx: Ctx, id: string) {
  orNotFound((await endSession(ctx.db, ctx.actor.accountId, id, 'kicked', ctx.now, ctx.actor)) || undefined, '登录设备')
  return null
}

/** Ends all other sessions and removes all trusted devices. */
export async function endOtherDevices({ db, actor, now }: Ctx) {
  await deleteTrustedDevices(db, actor.accountId)
  return {
    ended: await endAccountSessions(db, actor.accountId, 'kicked', now, { but: actor.sessionId, endedBy: actor }),
  }
}

export async function signOut(ctx: Ctx) {
  const { accountId, sessionId } = ctx.actor
  await endSession(ctx.db, accountId, sessionId, 'logout', ctx.now, ctx.actor)
  await endReplacedSessions(ctx.db, accountId, ctx.now)
  return null
}
