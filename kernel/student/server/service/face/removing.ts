import type { BodyOf } from '#packages/contract'
import { dayOf, Refusal, type Ctx } from '#packages/core'
import { enqueue } from '#packages/jobs'
import { undoDays, type studentApi } from '../../../contract.ts'
import { facesOf, goneForGood, holdPupils, withdrawFaces } from '../../face-change-queries.ts'
import { discardFaces } from '../../face-discard-job.ts'
import { orderDelete } from './ordering.ts'
import { findFace } from './reach.ts'

/** The photographs leave the bucket within seconds, terminals are told to delete, and the rows say why. */
export async function removeFaces(ctx: Ctx, studentIds: readonly string[], why: string): Promise<number> {
  await holdPupils(ctx.db, studentIds)
  const faces = [...(await facesOf(ctx.db, studentIds)).values()].filter(({ status }) => status !== 'withdrawn')
  const ids = faces.map(({ studentId }) => studentId)
  await withdrawFaces(ctx.db, ids, why)
  await orderDelete(ctx, ids)
  await discard(
    ctx,
    faces.map(({ objectKey }) => objectKey),
  )
  return ids.length
}

const dayMs = 24 * 3600_000
/** What was applied after this moment can still be taken back. */
export const undoableSince = (now: Date) => new Date(now.getTime() - undoDays * dayMs)

/** Whoever left with a year change keeps the photograph until it cannot be taken back; the nightly sweep takes it then. */
export async function removeFacesOfLeavers(ctx: Ctx, studentIds: readonly string[], orgId: string) {
  const moment = { orgId, day: dayOf(ctx.now), since: undoableSince(ctx.now) }
  await removeFaces(ctx, await goneForGood(ctx.db, studentIds, moment), '学生已离校')
}

/** Only once the rows have let go of them, and outside the transaction. */
export async function discard(ctx: Ctx, keys: readonly (string | null | undefined)[]) {
  const there = keys.filter((key) => key !== null && key !== undefined)
  if (there.length > 0) await enqueue(ctx, discardFaces, { keys: there })
}

export async function removeFace(ctx: Ctx, { studentId, reason }: BodyOf<typeof studentApi.removeFace>) {
  await findFace(ctx, studentId)
  if ((await removeFaces(ctx, [studentId], reason)) === 0) throw new Refusal('该学生没有人脸照片')
  return null
}
