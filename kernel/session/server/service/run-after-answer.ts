import type { RequestCtx } from '#packages/http'

/** Runs work after the answer, so that its duration reveals nothing; a failure is logged, not thrown. */
export function runAfterAnswer(ctx: RequestCtx, failed: string, work: () => Promise<unknown>) {
  work().catch((error: Error) => ctx.log.warn({ requestId: ctx.requestId, error: error.name }, failed))
}
