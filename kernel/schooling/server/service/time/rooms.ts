import { changedByOthers, orNotFound, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { Room, RoomForm } from '../../../contract-time.ts'
import { insertRoom, findRoom, listRoomRows, updateRoom } from '../../room-queries.ts'
import { getEditableOrg, getReadableOrg, requireEditableOrg } from './time-scope.ts'

interface RoomQuery {
  orgId: string | null
  kind: string
  pageSize: number
}

export async function listRooms(ctx: Ctx, { orgId, kind, pageSize }: RoomQuery): Promise<Room[]> {
  const org = await getReadableOrg(ctx, orgId)
  return (await listRoomRows(ctx.db, org.id, kind, pageSize)).map(({ orgId: _, ...room }) => room)
}

export async function saveRoom(ctx: Ctx, { id, orgId, version, ...facts }: RoomForm) {
  const taken = onConstraint('room_name', '该楼宇已有同名场室', 'name')
  if (id === null) {
    const org = await getEditableOrg(ctx, 'subject.edit', orgId)
    const created = newId()
    await insertRoom(ctx.db, org.id, created, facts, ctx.now).catch(taken)
    return { id: created }
  }
  const there = orNotFound(await findRoom(ctx.db, id), '场室')
  await requireEditableOrg(ctx, 'subject.edit', there.orgId, '场室')
  if (!(await updateRoom(ctx.db, id, version, facts, ctx.now).catch(taken))) throw changedByOthers()
  return { id }
}
