import type { Ctx } from '#packages/core'
import { tryWork } from '#kernel/approval/server/api.ts'
import type { RequestRow } from './request-queries.ts'

/** A request that cannot be worked on is undone and reported to the operators, and does not stop the others. */
export async function forEachRequest(
  ctx: Ctx,
  rows: readonly RequestRow[],
  work: (row: RequestRow) => Promise<unknown>,
): Promise<void> {
  for (const row of rows.toSorted((a, b) => (a.personId < b.personId ? -1 : 1)))
    await tryWork(ctx, { leave: row.id }, 'a leave stays as it was', () => work(row))
}
