import { sql } from 'kysely'
import { newId, type Ctx } from '#packages/core'

/** What changed in one row: the value before and after of each field, as the log may show it. */
export interface ChangedObject {
  /** Module and kind: student.student. */
  entity: string
  rowId: string
  changes: readonly FieldChangeEntry[]
}
interface FieldChangeEntry {
  field: string
  /** A text or another value of JSON; a number of a person is masked first (138****5678). */
  before: unknown
  after: unknown
  /** A password or a key: that it changed is recorded, but no value. */
  isSecret?: boolean
}

const rowsAtOnce = 2_000

/** Writes what changed in the transaction that changes it, with the request. Equal values are left out. */
export async function recordFieldChanges(
  ctx: Pick<Ctx, 'db' | 'now' | 'actor' | 'requestId'>,
  objects: readonly ChangedObject[],
): Promise<void> {
  const rows = objects.flatMap(({ entity, rowId, changes }) =>
    changes
      .filter(({ before, after, isSecret }) => isSecret || JSON.stringify(before) !== JSON.stringify(after))
      .map(({ field, before, after, isSecret }) => ({
        id: newId(),
        entity,
        row_id: rowId,
        field,
        ...(isSecret ? {} : { before, after }),
      })),
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await sql`
      insert into entity_change (at, id, entity, row_id, field, person_id, before, after, request_id)
      select ${ctx.now}, id, entity, row_id, field, ${ctx.actor.personId}, nullif(before, 'null'::jsonb), nullif(after, 'null'::jsonb), ${ctx.requestId}
      from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + rowsAtOnce))}::jsonb)
        as r (id uuid, entity text, row_id uuid, field text, before jsonb, after jsonb)
    `.execute(ctx.db)
}
