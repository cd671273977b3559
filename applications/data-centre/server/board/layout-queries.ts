import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { LayoutOwner, PlacedCard } from '../../contract.ts'

export interface BoardPlace {
  orgType: string
  ofOrg: PlacedCard[]
  ofUser: PlacedCard[] | null
}

/** The organisation of a caller with both layouts, in one query. */
export async function findBoardPlace(db: Db, orgId: string, userId: string): Promise<BoardPlace | undefined> {
  const layoutOf = (id: string) => sql`(select l.cards from board_layout l where l.owner_id = ${id}::uuid)`
  const { rows } = await sql<BoardPlace>`
    select o.type as "orgType", coalesce(${layoutOf(orgId)}, '[]') as "ofOrg", ${layoutOf(userId)} as "ofUser"
    from v_org o where o.id = ${orgId}
  `.execute(db)
  return rows[0]
}

export async function saveLayout(
  db: Db,
  { id, kind, cards, now }: { id: string; kind: LayoutOwner; cards: readonly PlacedCard[]; now: Date },
): Promise<void> {
  const placed = JSON.stringify(cards)
  await db
    .insertInto('board_layout')
    .values({ owner_id: id, owner_kind: kind, cards: placed, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'owner_id']).doUpdateSet({ cards: placed, updated_at: now }),
    )
    .execute()
}

export const deleteLayout = async (db: Db, id: string) =>
  void (await db.deleteFrom('board_layout').where('owner_id', '=', id).execute())
