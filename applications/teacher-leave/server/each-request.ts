import type { Ctx } from '#packages/core'
import { describeFailure, isTransient } from '#packages/db'
import { inSavepoint } from '#kernel/approval/server/api.ts'
import type { RequestRow } from './request-queries.ts'

/** A request that cannot be worked on is undone and reported to the operators, and does not stop the others. */
export async function forEachRequest(
  ctx: Ctx,
  rows: readonly RequestRow[],
  work: (row: RequestRow) => Promise<unknown>,
): Promise<void> {
  for (const row of rows.toSorted((a, b) => (a.personId < b.personId ? -1 : 1)))
    try {
      await inSavepoint(ctx.db, () => work(row))
    } catch (error) {
      // The whole job is tried again later.
      if (isTransient(error)) throw error
      ctx.log?.error({ leave: row.id, error: describeFailure(error) }, 'a leave stays as it was')
    }
}
