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
  /** What is left of today's quota; null for calls that do not count for it. */
  quotaLeft: number | null
  requestId: string
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
  work: (noteQuota: (left: number | null) => void) => Promise<T>,
): Promise<T> {
  let quotaLeft: number | null = null
  const startedAt = performance.now()
  const record = (ret: Ret, message: string) => {
    const { address } = ctx.client
    const ms = Math.round(performance.now() - startedAt)
    const outcome = { ms, ret, httpStatus: getHttpStatus(ret), message }
    const call = {
      districtId,
      appKey,
      path,
      title,
      at: ctx.now,
      ...outcome,
      address,
      quotaLeft,
      requestId: ctx.requestId,
    }
    for (const recorder of listContributions(ctx, 'openCallRecorders')) recorder(ctx, call)
  }
  try {
    const done = await work((left) => (quotaLeft = left))
    record(Ret.ok, '')
    return done
  } catch (error) {
    if (error instanceof Refusal) record(error.ret, error.message)
    else record(Ret.fault, '系统出现异常')
    throw error
  }
}
