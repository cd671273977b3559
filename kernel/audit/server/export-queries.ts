import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

/** Where the last piece of an export ended: the time, to the microsecond, and the id. */
export interface LogPosition {
  at: string
  id: string
}

interface LogPiece {
  /** The log with the alias l, its conditions, and what its columns need. */
  from: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  joined: RawBuilder<unknown>
  /** An export covers no row that the permission to export does not cover. */
  exportScope: Scope
}

const isExported = (exportScope: Scope) => inScope(exportScope, { org: 'l.org_id' })

/** A piece of a log in the order of its list, and where it ended. */
export async function listLogPiece<Row>(
  db: Db,
  { from, columns, joined, exportScope }: LogPiece,
  after: LogPosition | null,
  limit: number,
): Promise<(Row & { position: LogPosition })[]> {
  const isLater = after ? sql`(l.at, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<Row & { positionAt: string; positionId: string }>`
    select ${columns}, l.at::text as "positionAt", l.id as "positionId"
    from (
      select l.* from ${from} and ${isExported(exportScope)} and ${isLater} order by l.at desc, l.id desc limit ${limit}
    ) as l ${joined} order by l.at desc, l.id desc
  `.execute(db)
  return rows.map(({ positionAt, positionId, ...row }) => ({
    ...(row as Row),
    position: { at: positionAt, id: positionId },
  }))
}

/** The rows of an export, counted up to a limit. */
export async function countLogRows(db: Db, from: RawBuilder<unknown>, exportScope: Scope, limit: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${from} and ${isExported(exportScope)} limit ${limit}) counted`.execute(db)
  return rows[0]!.count
}
