import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { RoomKind } from '../contract-time.ts'

interface RoomRow {
  id: string
  orgId: string
  name: string
  building: string
  kind: RoomKind
  capacity: number | null
  isDisabled: boolean
  sort: number
  version: number
}

const columns = sql`id, org_id as "orgId", name, building, kind, capacity, is_disabled as "isDisabled", sort, version`

/** The rooms of a school, ordered by building. */
export async function listRoomRows(db: Db, orgId: string, kind: string, limit: number): Promise<RoomRow[]> {
  const { rows } = await sql<RoomRow>`
    select ${columns} from room where org_id = ${orgId} ${kind ? sql`and kind = ${kind}` : sql``}
    order by building, sort, name limit ${limit}
  `.execute(db)
  return rows
}

export async function findRoom(db: Db, id: string): Promise<RoomRow | undefined> {
  const { rows } = await sql<RoomRow>`select ${columns} from room where id = ${id}`.execute(db)
  return rows[0]
}

type RoomFacts = Pick<RoomRow, 'name' | 'building' | 'kind' | 'capacity' | 'isDisabled'>

const valuesOf = ({ name, building, kind, capacity, isDisabled }: RoomFacts) => ({
  name,
  building,
  kind,
  capacity,
  is_disabled: isDisabled,
})

export const insertRoom = (db: Db, orgId: string, id: string, room: RoomFacts, now: Date) =>
  db
    .insertInto('room')
    .values({ id, org_id: orgId, ...valuesOf(room), created_at: now, updated_at: now })
    .execute()

export async function updateRoom(db: Db, id: string, version: number, room: RoomFacts, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('room')
    .set({ ...valuesOf(room), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
