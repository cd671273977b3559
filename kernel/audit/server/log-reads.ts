import type { Route } from '#packages/contract'
import { findContribution, type Ctx, type DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'
import { createOperationRow } from './audit-log.ts'
import { compileOperation, type OperationRow } from './audit-log-queries.ts'
import { LogBuffer } from './log-buffer.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Where readings of logs wait until they are written. */
    logReads: { note: (district: DistrictId, row: OperationRow) => void }
  }
}

const everyMs = 2_000

/** Readings of the logs of one server, written in batches: a read has no transaction that may write. */
export const openLogReads = (cells: Cells, onFailure: (error: unknown) => void) =>
  new LogBuffer<OperationRow>(cells, {
    write: async (db, rows) => {
      // Who looked at the history of an object is not part of that history.
      for (const row of rows) await db.executeQuery(compileOperation(db, row, []))
    },
    onFailure,
    everyMs,
  })

/** Logs that the caller read what the logs say about somebody. Lists are not logged. */
export function noteLogRead(
  ctx: Ctx,
  { path, title }: Pick<Route, 'path' | 'title'>,
  objectIds: readonly string[] = [],
) {
  const row = createOperationRow(ctx, { route: path, title, objectIds })
  findContribution(ctx, 'logReads')?.note(ctx.actor.districtId, row)
}
