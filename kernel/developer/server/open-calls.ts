import type { Route } from '#packages/contract'
import { listContributions, Refusal, Ret, type DistrictId } from '#packages/core'
import { getHttpStatus, type RequestCtx } from '#packages/http'

/** A call of an open interface, for the log of calls. */
export interface OpenCall {
  districtId: DistrictId
  appKey: string
  /** The path of the interface. */
  path: string
  title: string
  at: Date
  ms: number
  ret: Ret
  /** The status of the answer in HTTP. */
  httpStatus: number
  message: string
  address: string
  requestId: string
  /** Rows of the answer, where it is a list. */
  rowCount: number
  /** The size of its data. */
  bytes: number
  /** Calls that the application may still make today; null for those that are not counted. */
  quotaLeft: number | null
}

/** What only the handler knows of a call. */
interface CallFacts {
  quotaLeft: number | null
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Records calls of open interfaces. It must not wait: the application is waiting for its answer. */
    openCallRecorders: (ctx: Pick<RequestCtx, 'cells' | 'log'>, call: OpenCall) => void
  }
}

/** Answers a call of a known application and records how it ended. */
export async function withRecordedCall<T>(
  ctx: RequestCtx,
  { path, title }: Pick<Route, 'path' | 'title'>,
  { districtId, key: appKey }: { districtId: DistrictId; key: string },
  work: (facts: CallFacts) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const facts: CallFacts = { quotaLeft: null }
  const record = (ret: Ret, message: string, answer = { rowCount: 0, bytes: 0 }) => {
    const { address } = ctx.client
    const ms = Math.round(performance.now() - startedAt)
    const outcome = { ms, ret, httpStatus: getHttpStatus(ret), message }
    const asked = { districtId, appKey, path, title, at: ctx.now, address, requestId: ctx.requestId }
    const call = { ...asked, ...outcome, ...answer, ...facts }
    for (const recorder of listContributions(ctx, 'openCallRecorders')) recorder(ctx, call)
  }
  try {
    const done = await work(facts)
    record(Ret.ok, '', { rowCount: countRows(done), bytes: Buffer.byteLength(JSON.stringify(done) ?? '') })
    return done
  } catch (error) {
    if (error instanceof Refusal) record(error.ret, error.message)
    else record(Ret.fault, '系统出现异常')
    throw error
  }
}

/** A list, a page of one, or something else. */
function countRows(answer: unknown): number {
  const rows = typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : answer
  return Array.isArray(rows) ? rows.length : 0
}
