import type { RequestCtx } from '#packages/http'

/** Does something that the answer does not wait for, so that its time tells nothing; a failure is noted, not thrown. */
export function runAfterAnswer(ctx: RequestCtx, failed: string, work: () => Promise<unknown>) {
  work().catch((error: Error) => ctx.log.warn({ requestId: ctx.requestId, error: error.name }, failed))
}
