import type { z } from 'zod'
import type { DayRange, ListQueryOf, PageQuery } from '#packages/contract'
import { dayOf, findContribution, invalid, newId, Ret, scopeOf, forbidden, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import type { Cells, Db } from '#packages/db'
import { apiCall, type ApiCallOutcome, type ApiMinute, type apiStatQuery } from '../contract.ts'
import {
  addCallDays,
  countApiMinutes,
  insertApiCalls,
  listCallDays,
  listCallPage,
  listCallsOfDay,
  sumCallsByApp,
  type ApiCallEntry,
} from './api-call-queries.ts'
import { LogBuffer } from './log-buffer.ts'
import { getLogDays } from './log-range.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The names of the applications of a district by their keys. */
    callerNames: (ctx: Ctx) => Promise<ReadonlyMap<string, string>>
  }
}

export const apiCalls = crud(apiCall, 'api_call_log', {
  fields: {
    appName: {
      load: async (ctx, rows) => {
        const names = await findContribution(ctx, 'callerNames')?.(ctx)
        return rows.map(({ appKey }) => names?.get(appKey as string) ?? (appKey as string))
      },
    },
  },
})

/** The calls of the open interface, at most 31 days. */
export const listApiCalls = (ctx: Ctx, query: ListQueryOf<typeof apiCall>) =>
  apiCalls.list(ctx, { ...query, createdAt: getLogDays(ctx.now, query.createdAt) })

const dayMs = 86_400_000

/** Calls, errors and the 95th percentile of each minute that had calls, within a day. */
export async function getApiStat(ctx: Ctx, query: z.output<typeof apiStatQuery>): Promise<ApiMinute[]> {
  if (!scopeOf(ctx, 'api-log.read').district) throw forbidden()
  const [from, to] = [new Date(query.from), new Date(query.to)]
  if (from >= to) throw invalid([{ field: 'to', msg: '结束时间应晚于开始时间' }])
  if (to.getTime() - from.getTime() > dayMs) throw invalid([{ field: 'to', msg: '时间范围不超过一天' }])
  const minutes = await countApiMinutes(ctx.db, from, to, query.appKey)
  return minutes.map(({ at, ...counted }) => ({ at: at.toISOString(), ...counted }))
}

interface OwnCallQuery extends PageQuery, DayRange {
  httpStatus?: number | undefined
}

/** The calls of one application, for its developer; at most 31 days. */
export async function listCallsOf(ctx: Ctx, appKey: string, { from, to, httpStatus, ...page }: OwnCallQuery) {
  const days = getLogDays(ctx.now, { from: from ?? null, to: to ?? null })
  const found = await listCallPage(ctx.db, appKey, { ...days, httpStatus }, page)
  return {
    ...found,
    items: found.items.map(({ at, outcome, ...call }) => ({
      ...call,
      at: at.toISOString(),
      outcome: outcome as ApiCallOutcome,
    })),
  }
}

/** The calls of one application today, by interface: `calls` are those that count for its quota. */
export const countCallsToday = (ctx: Pick<Ctx, 'db' | 'now'>, appKey: string) =>
  listCallsOfDay(ctx.db, appKey, dayOf(ctx.now))

/** The calls of all applications on these days. They belong to the district, not to an organisation. */
export const listApplicationCalls = (ctx: Pick<Ctx, 'db'>, days: { from: string; to: string }) =>
  sumCallsByApp(ctx.db, days)

/** The days of the calls that were logged since a moment. */
export const listDaysOfCalls = ({ db }: Pick<Ctx, 'db'>, since: Date) => listCallDays(db, since)

/** A call of the open interface, as its route knows it. */
export interface ApiCall {
  at: Date
  appKey: string
  interface: string
  path: string
  orgCount: number
  rowCount: number
  httpStatus: number
  ret: number
  ms: number
  bytes: number
  address: string
  /** Null for calls that do not count for the quota of the day. */
  quotaLeft: number | null
  requestId: string
}

const getOutcome = ({ httpStatus, ret }: ApiCall) =>
  httpStatus >= 500 ? 'failed' : httpStatus >= 400 || ret !== Ret.ok ? 'refused' : 'done'

const toEntry = (call: ApiCall): ApiCallEntry => ({
  id: newId(),
  at: call.at,
  app_key: call.appKey.slice(0, 64),
  interface: call.interface.slice(0, 100),
  path: call.path.slice(0, 200),
  org_count: call.orgCount,
  row_count: call.rowCount,
  http_status: call.httpStatus,
  ret: call.ret,
  outcome: getOutcome(call),
  ms: Math.max(0, Math.round(call.ms)),
  bytes: call.bytes,
  address: call.address,
  quota_left: call.quotaLeft,
  request_id: call.requestId,
})

const writtenAtOnce = 1_000

/** Writes calls at once, in the transaction of a district, and adds them to their days. */
export async function recordApiCalls(db: Db, calls: readonly ApiCall[]) {
  for (let at = 0; at < calls.length; at += writtenAtOnce) {
    const entries = calls.slice(at, at + writtenAtOnce).map(toEntry)
    await insertApiCalls(db, entries)
    await addCallDays(db, sumByDay(entries))
  }
}

/** A call above the limit, and one that failed through our fault, is given back to the quota. */
const isCounted = ({ quota_left: left, http_status: status }: ApiCallEntry) =>
  left !== null && status < 500 && status !== 429

const sumByDay = (entries: readonly ApiCallEntry[]) =>
  [...Map.groupBy(entries, (one) => `${one.app_key}\n${dayOf(one.at)}\n${one.interface}`).values()].map((own) => ({
    appKey: own[0]!.app_key,
    day: dayOf(own[0]!.at),
    interface: own[0]!.interface,
    calls: own.length,
    counted: own.filter(isCounted).length,
    errors: own.filter(({ outcome }) => outcome !== 'done').length,
  }))

const flushEveryMs = 2_000
const mostWaiting = 20_000

/** Collects the calls of a process and writes them every two seconds, so that a call does not wait for its log. */
export const openApiCallLog = (cells: Cells, onFailure: (error: unknown) => void) =>
  new LogBuffer<ApiCall>(cells, { write: recordApiCalls, onFailure, everyMs: flushEveryMs, mostWaiting })
