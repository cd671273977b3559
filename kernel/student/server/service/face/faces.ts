import { buffer } from 'node:stream/consumers'
import { dayOf, orNotFound, notFound, Refusal, scopeOf, type Ctx, newId, unavailable } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { QueryOf, RawAnswer } from '#packages/contract'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { recordDownloads } from '#kernel/audit/server/api.ts'
import { listFacesByIds, type FaceRow, countFaces, getFaceStates, listFacePage } from '../../face-queries.ts'
import type { FaceItem, FaceState, studentApi } from '../../../contract.ts'
import { hideText } from '../../hidden-fields.ts'
import { maskTail, decryptIcCard } from '../../encrypted-fields.ts'
import { faceCipherField, openFaceStore } from '../../face-store.ts'

const facePermission = 'face.manage'
export const getFaceScope = (ctx: Ctx) => scopeOf(ctx, facePermission)

/** Throws `notFound` for a pupil outside the caller's scope. */
export async function findFace(ctx: Ctx, studentId: string): Promise<FaceRow> {
  const [row] = await listFacesByIds(ctx.db, getFaceScope(ctx), [studentId], dayOf(ctx.now))
  return orNotFound(row, '学生')
}

/** No photo may be processed without a guardian's consent to the current version of the text. */
export function requireFaceConsent({ consent }: Pick<FaceRow, 'consent'>) {
  if (consent !== 'agreed') throw new Refusal('请先取得监护人授权')
}

/**
 * The caller's own school (a class teacher covers only her classes there), or another school that is wholly in scope.
 */
export async function requireFaceSchool(ctx: Ctx, orgId: string | null): Promise<string> {
  if (orgId === null || orgId === ctx.actor.orgId) return ctx.actor.orgId
  if (!(await isOrgInScope(ctx.db, getFaceScope(ctx), orgId))) throw notFound('学校')
  return orgId
}

export async function presentFaces(ctx: Ctx, rows: readonly FaceRow[]): Promise<FaceItem[]> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const classIds = [...new Set(rows.flatMap(({ classId }) => (classId ? [classId] : [])))]
  const classes = await describeClasses(ctx, { classIds }, dayOf(ctx.now))
  return rows.map((row) => ({
    studentId: row.studentId,
    name: row.name,
    sex: row.sex ?? '',
    seatNo: row.seatNo,
    className: (row.classId && classes.get(row.classId)?.label) || '',
    state: row.state,
    reason: row.reason,
    hasPhoto: row.objectKey !== null,
    hasConsent: row.consent === 'agreed',
    uploadedAt: row.objectKey === null ? null : (row.uploadedAt?.toISOString() ?? null),
    order: row.orderKind ?? 'none',
    orderState: row.orderState ?? 'none',
    cardTail: hideText(ctx, 'cardTail', maskTail(decryptIcCard(fields, row.studentId, row.icCard))),
    version: row.version,
  }))
}

/** Always 0: there is no device service yet that terminals could register with. */
const terminals = 0

/**
 * Lists one school at a time, by default the caller's own, so that nobody sees the faces of a whole district at once.
 */
export async function listFaces(ctx: Ctx, query: QueryOf<typeof studentApi.faces>) {
  const { orgId, gradeId, classId, state, pageNumber, pageSize } = query
  const filter = { day: dayOf(ctx.now), orgId: await requireFaceSchool(ctx, orgId), gradeId, classId, state }
  const scope = getFaceScope(ctx)
  const page = await listFacePage(ctx.db, scope, filter, { pageNumber, pageSize })
  const counts = await countFaces(ctx.db, scope, filter)
  return { ...page, items: await presentFaces(ctx, page.items), counts: Object.fromEntries(counts), terminals }
}

export const listFaceStates = (ctx: Ctx, studentIds: readonly string[]): Promise<Map<string, FaceState>> =>
  getFaceStates(ctx.db, studentIds)

/** Needs no reason, because viewing faces is the caller's job. Every view is recorded in the download log. */
export async function getFacePhoto(own: RequestCtx, { studentId }: QueryOf<typeof studentApi.facePhoto>) {
  const { key, fields } = await inOwnDistrict(own, async (ctx) => {
    const { objectKey } = await findFace(ctx, studentId)
    const key = orNotFound(objectKey, '照片')
    const { personId, orgId, districtId } = ctx.actor
    const line = { id: newId(), at: ctx.now, person_id: personId, org_id: orgId, request_id: ctx.requestId }
    const fileId = key.slice(key.lastIndexOf('/') + 1)
    await recordDownloads(ctx.db, [{ ...line, file_id: fileId, kind: 'view', address: own.client.address }])
    return { key, fields: await loadFieldCipher(ctx.db, districtId) }
  })
  const sealed = orNotFound(await fetchEncryptedPhoto(own, key), '照片')
  const raw: RawAnswer = { type: 'image/jpeg', bytes: fields.decryptBytes(faceCipherField, sealed, key) }
  return raw as never
}

async function fetchEncryptedPhoto(ctx: Pick<Ctx, 'app'>, key: string): Promise<Buffer | undefined> {
  try {
    const object = await (await openFaceStore(ctx)).get(key)
    return object && (await buffer(object.body))
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}
