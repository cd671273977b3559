import { buffer } from 'node:stream/consumers'
import type { QueryOf, Raw } from '#packages/contract'
import { dayOf, found, newId, unavailable, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { isStoreAway } from '#packages/objects/index.ts'
import { recordDownloads } from '#kernel/audit/server'
import type { FaceState, studentApi } from '../../../contract.ts'
import { countFaces, faceStatesById, pageOfFaces } from '../../face-queries.ts'
import { faceField, faceObjects } from '../../face-store.ts'
import { presentFaces } from './presenting.ts'
import { faceScope, findFace, schoolAsked } from './reach.ts'

/** None can be registered before there is an engine for devices. */
const terminals = 0

/** A school at a time, the caller's own unless she says which: nobody looks at the faces of a whole district at once. */
export async function listFaces(ctx: Ctx, query: QueryOf<typeof studentApi.faces>) {
  const { orgId, gradeId, classId, state, pageNumber, pageSize } = query
  const filter = { day: dayOf(ctx.now), orgId: await schoolAsked(ctx, orgId), gradeId, classId, state }
  const scope = faceScope(ctx)
  const page = await pageOfFaces(ctx.db, scope, filter, { pageNumber, pageSize })
  const counts = await countFaces(ctx.db, scope, filter)
  return { ...page, items: await presentFaces(ctx, page.items), counts: Object.fromEntries(counts), terminals }
}

export const faceStatesOf = (ctx: Ctx, studentIds: readonly string[]): Promise<Map<string, FaceState>> =>
  faceStatesById(ctx.db, studentIds)

/** Looking is what these people are there for: each look is in the log of files that were read, and needs no reason. */
export async function readPhoto(own: OwnCtx, { studentId }: QueryOf<typeof studentApi.facePhoto>) {
  const { key, fields } = await inOwnDistrict(own, async (ctx) => {
    const { objectKey } = await findFace(ctx, studentId)
    const key = found(objectKey, '照片')
    const { personId, orgId, districtId } = ctx.actor
    const line = { id: newId(), at: ctx.now, person_id: personId, org_id: orgId, request_id: ctx.requestId }
    const fileId = key.slice(key.lastIndexOf('/') + 1)
    await recordDownloads(ctx.db, [{ ...line, file_id: fileId, kind: 'view', address: own.client.address }])
    return { key, fields: await fieldsOf(ctx.db, districtId) }
  })
  const sealed = found(await fetchSealed(key), '照片')
  const raw: Raw = { type: 'image/jpeg', bytes: fields.decryptBytes(faceField, sealed, key) }
  return raw as never
}

async function fetchSealed(key: string): Promise<Buffer | undefined> {
  try {
    const object = await (await faceObjects()).get(key)
    return object && (await buffer(object.body))
  } catch (error) {
    throw isStoreAway(error) ? unavailable() : error
  }
}
