import { changedByOthers, found, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { Room, RoomForm } from '../../../contract-time.ts'
import { insertRoom, roomById, roomsOf, updateRoom } from '../../room-queries.ts'
import { orgToEdit, orgToRead, requireEdit } from './reach.ts'

interface RoomQuery {
  orgId: string | null
  kind: string
  pageSize: number
}

export async function listRooms(ctx: Ctx, { orgId, kind, pageSize }: RoomQuery): Promise<Room[]> {
  const org = await orgToRead(ctx, orgId)
  return (await roomsOf(ctx.db, org.id, kind, pageSize)).map(({ orgId: _, ...room }) => room)
}

export async function saveRoom(ctx: Ctx, { id, orgId, version, ...facts }: RoomForm) {
  const taken = onConstraint('room_name', '该楼宇已有同名场室', 'name')
  if (id === null) {
    const org = await orgToEdit(ctx, 'subject.edit', orgId)
    const created = newId()
    await insertRoom(ctx.db, org.id, created, facts, ctx.now).catch(taken)
    return { id: created }
  }
  const there = found(await roomById(ctx.db, id), '场室')
  await requireEdit(ctx, 'subject.edit', there.orgId, '场室')
  if (!(await updateRoom(ctx.db, id, version, facts, ctx.now).catch(taken))) throw changedByOthers()
  return { id }
}
