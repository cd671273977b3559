import type { Db } from '#packages/db'

interface EndedExport {
  id: string
  state: 'done' | 'cancelled'
  count: number
  /** null, because such files are deleted after some days. */
  fileId: string | null
  at: Date
}

/** A finished export of a demo district. */
export const endSeededExport = (db: Db, { id, state, count, fileId, at }: EndedExport) =>
  db
    .updateTable('data_export')
    .set({
      state,
      file_id: fileId,
      row_count: fileId === null ? null : count,
      ended_at: at,
    })
    .where('id', '=', id)
    .execute()
