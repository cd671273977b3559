import { buffer } from 'node:stream/consumers'
import { dayOf, orNotFound, notFound, Refusal, scopeOf, type Ctx, newId, unavailable } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { QueryOf, RawAnswer } from '#packages/contract'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import { describeClasses } from '#kernel/schooling/server'
import { recordDownloads } from '#kernel/audit/server'
import {
  listFacesByIds,
  isOrgInScope,
  type FaceRow,
  countFaces,
  getFaceStates,
  listFacePage,
} from '../../face-queries.ts'
import type { FaceItem, FaceState, studentApi } from '../../../contract.ts'
import { hideText } from '../../hidden-fields.ts'
import { maskTail, decryptIcCard } from '../../encrypted-fields.ts'
import { faceCipherField, openFaceStore } from '../../face-store.ts'

const facePermission = 'face.manage'
export const getFaceScope = (ctx: Ctx) => scopeOf(ctx, facePermission)

/** The pupil, if the caller has to do with her photograph today; otherwise she is not there. */
export async function findFace(ctx: Ctx, studentId: string): Promise<FaceRow> {
  const [row] = await listFacesByIds(ctx.db, getFaceScope(ctx), [studentId], dayOf(ctx.now))
  return orNotFound(row, '学生')
}

/** Nothing is taken before a guardian has agreed, in the words that count now. */
export function requireFaceConsent({ consent }: Pick<FaceRow, 'consent'>) {
  if (consent !== 'agreed') throw new Refusal('请先取得监护人授权')
}

/** The school that is meant: one's own, where a class teacher has only her classes, or another that is all within reach. */
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

/** None can be registered before there is an engine for devices. */
const terminals = 0

/** A school at a time, the caller's own unless she says which: nobody looks at the faces of a whole district at once. */
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

/** Looking is what these people are there for: each look is in the log of files that were read, and needs no reason. */
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
  const sealed = orNotFound(await fetchEncryptedPhoto(key), '照片')
  const raw: RawAnswer = { type: 'image/jpeg', bytes: fields.decryptBytes(faceCipherField, sealed, key) }
  return raw as never
}

async function fetchEncryptedPhoto(key: string): Promise<Buffer | undefined> {
  try {
    const object = await (await openFaceStore()).get(key)
    return object && (await buffer(object.body))
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}
