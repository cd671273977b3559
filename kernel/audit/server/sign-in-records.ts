import type { ListQueryOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { createEntityExport, crud } from '#packages/crud'
import { signInRecord } from '../contract.ts'
import { getDeviceName } from './device-name.ts'
import { getLogDays } from './log-range.ts'

export const signInRecords = crud(signInRecord, 'v_login', {
  base: 'login_log',
  fields: { device: { load: (_, rows) => rows.map(({ agent }) => getDeviceName(agent as string)) } },
})

type Days = ListQueryOf<typeof signInRecord>['createdAt']
const limitDays = (ctx: Ctx, days: Days) => getLogDays(ctx.now, days)

/** The sign-ins of an organisation, at most 31 days. */
export const listSignInRecords = (ctx: Ctx, query: ListQueryOf<typeof signInRecord>) =>
  signInRecords.list(ctx, { ...query, createdAt: limitDays(ctx, query.createdAt) })

export const signInExport = createEntityExport(signInRecords, { limitDays })
