import type { Ctx } from '#packages/core'
import { describeFailure, isTransient } from '#packages/db'
import { inSavepoint } from './savepoint-queries.ts'

/** Work on one of many records: a failure undoes it, is reported to the operators and does not stop the others. */
export async function tryWork(ctx: Ctx, facts: object, text: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await inSavepoint(ctx.db, work)
  } catch (error) {
    // The whole job is tried again later.
    if (isTransient(error)) throw error
    ctx.log?.error({ ...facts, error: describeFailure(error) }, text)
  }
}
