import { found, type Ctx } from '#packages/core'
import type { Device } from '../../contract.ts'
import { deviceOf } from '../device.ts'
import { distrustDevices, endReplaced, endSession, endSessionsOf, liveSessions } from '../queries.ts'

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
