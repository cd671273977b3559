import { type Ctx, dayOf, invalid, notFound, Refusal } from '#packages/core'
import type { BodyOf } from '#packages/contract'
import { enqueue } from '#packages/jobs'
import {
  listSchoolsHoldingFaces,
  listCurrentSchools,
  insertTerminalOrders,
  updateFaceDecisions,
  getStoredFaces,
  lockFacePupils,
  listDepartedStudents,
  withdrawFaces,
} from '../../face-write-queries.ts'
import { type studentApi, undoDays } from '../../../contract.ts'
import { listFacesByIds } from '../../face-queries.ts'
import { discardFaces } from '../../face-discard-job.ts'
import { getFaceScope, findFace } from './faces.ts'

// Orders for face terminals. There are no terminals yet: orders wait, and only the last one per pupil counts.

export const orderTerminalUpload = async ({ db, now }: Pick<Ctx, 'db' | 'now'>, studentIds: readonly string[]) =>
  insertTerminalOrders(db, 'put', await listCurrentSchools(db, studentIds), now)

/** Covers every school whose terminals may hold the face, also schools that the pupil has left. */
export const orderTerminalDelete = async ({ db, now }: Ctx, studentIds: readonly string[]) =>
  insertTerminalOrders(db, 'delete', await listSchoolsHoldingFaces(db, studentIds), now)

/** Terminals get the photos that pass. A photo that was replaced after the reviewer loaded it is skipped. */
export async function reviewFaces(ctx: Ctx, { items, passes, reason }: BodyOf<typeof studentApi.reviewFaces>) {
  if (!passes && !reason) throw invalid([{ field: 'reason', msg: '请填写不合格原因' }])
  const ids = [...new Set(items.map(({ studentId }) => studentId))]
  await lockFacePupils(ctx.db, ids)
  const rows = await listFacesByIds(ctx.db, getFaceScope(ctx), ids, dayOf(ctx.now))
  if (rows.length !== ids.length) throw notFound('学生')
  const withdrawn = new Set(rows.flatMap((row) => (row.consent === 'withdrawn' ? [row.studentId] : [])))
  const open = items.filter(({ studentId }) => !passes || !withdrawn.has(studentId))
  const before = await getStoredFaces(ctx.db, ids)
  const decision = { passes, reason: passes ? '' : reason, personId: ctx.actor.personId }
  const decided = await updateFaceDecisions(ctx.db, open, decision, ctx.now)
  if (passes) await orderTerminalUpload(ctx, decided)
  else
    await orderTerminalDelete(
      ctx,
      decided.filter((id) => before.get(id)?.status === 'passed'),
    )
  return { changed: decided.length }
}

/** Withdraws the faces, orders the terminals to delete them and removes the photos from the object store. */
export async function removeFaces(ctx: Ctx, studentIds: readonly string[], reason: string): Promise<number> {
  await lockFacePupils(ctx.db, studentIds)
  const faces = [...(await getStoredFaces(ctx.db, studentIds)).values()].filter(({ status }) => status !== 'withdrawn')
  const ids = faces.map(({ studentId }) => studentId)
  await withdrawFaces(ctx.db, ids, reason)
  await orderTerminalDelete(ctx, ids)
  await enqueueDiscard(
    ctx,
    faces.map(({ objectKey }) => objectKey),
  )
  return ids.length
}

const dayMs = 24 * 3600_000
/** Year changes applied after this moment can still be undone. */
export const getUndoableSince = (now: Date) => new Date(now.getTime() - undoDays * dayMs)

/** Skips pupils whose year change can still be undone: the nightly sweep removes their photos later. */
export async function removeFacesOfDeparted(ctx: Ctx, studentIds: readonly string[], orgId: string) {
  const moment = { orgId, day: dayOf(ctx.now), since: getUndoableSince(ctx.now) }
  await removeFaces(ctx, await listDepartedStudents(ctx.db, studentIds, moment), '学生已离校')
}

/** The objects are deleted after the transaction, once no row refers to them. */
export async function enqueueDiscard(ctx: Ctx, keys: readonly (string | null | undefined)[]) {
  const there = keys.filter((key) => key !== null && key !== undefined)
  if (there.length > 0) await enqueue(ctx, discardFaces, { keys: there })
}

export async function removeFace(ctx: Ctx, { studentId, reason }: BodyOf<typeof studentApi.removeFace>) {
  await findFace(ctx, studentId)
  if ((await removeFaces(ctx, [studentId], reason)) === 0) throw new Refusal('该学生没有人脸照片')
  return null
}
