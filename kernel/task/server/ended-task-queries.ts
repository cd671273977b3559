import type { Db } from '#packages/db'
import type { TaskStatus } from '../contract.ts'

export interface EndedTask {
  id: string
  status: TaskStatus
  title: string
  message: string
  resultKind: 'file' | 'page' | null
  /** The id of a file, or a path. */
  result: string | null
  personId: string
  orgId: string
}

/** An ended task of any owner, for event handlers. */
export const findEndedTask = (db: Db, id: string): Promise<EndedTask | undefined> =>
  db
    .selectFrom('task')
    .select(['id', 'status', 'title', 'message', 'result_kind as resultKind', 'result'])
    .select(['person_id as personId', 'org_id as orgId'])
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
