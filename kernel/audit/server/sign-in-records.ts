import type { ListQueryOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { signInRecord } from '../contract.ts'
import { getDeviceName } from './device-name.ts'
import { getLogDays } from './log-range.ts'

export const signInRecords = crud(signInRecord, 'v_login', {
  base: 'login_log',
  fields: { device: { load: (_, rows) => rows.map(({ agent }) => getDeviceName(agent as string)) } },
})

/** The sign-ins of an organisation, at most 31 days. */
export const listSignInRecords = (ctx: Ctx, query: ListQueryOf<typeof signInRecord>) =>
  signInRecords.list(ctx, { ...query, createdAt: getLogDays(ctx.now, query.createdAt) })
