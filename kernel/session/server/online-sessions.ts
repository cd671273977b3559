import type { z } from 'zod'
import { Refusal, scopeOf, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { onlineSession, type kickForm } from '../contract-online-sessions.ts'
import { getDeviceName } from './device-name.ts'
import { endSession, findSessionById } from './session-queries.ts'

export const onlineSessions = crud(onlineSession, 'v_online_session', {
  base: 'session',
  fields: { device: { load: (_, rows) => rows.map(({ agent }) => getDeviceName(agent as string)) } },
})

/** Ends a session of somebody else in scope, with those opened from it. */
export async function kickSession(ctx: Ctx, { sessionId, reason }: z.output<typeof kickForm>) {
  await onlineSessions.rows.require(ctx, scopeOf(ctx, 'session.end'), sessionId)
  if (sessionId === ctx.actor.sessionId) throw new Refusal('不能踢出自己正在使用的会话，请使用“退出登录”')
  const { accountId } = (await findSessionById(ctx.db, sessionId))!
  await endSession(ctx.db, accountId, sessionId, 'kicked', ctx.now, { personId: ctx.actor.personId, reason })
  return null
}
