import type { BodyOf } from '#packages/contract'
import { dayOf, invalid, notFound, type Ctx } from '#packages/core'
import type { studentApi } from '../../../contract.ts'
import { decideFaces, facesOf, holdPupils } from '../../face-change-queries.ts'
import { facesByIds } from '../../face-queries.ts'
import { orderDelete, orderPut } from './ordering.ts'
import { faceScope } from './reach.ts'

/** Somebody has looked: terminals are to hold what passes. What has changed since it was looked at is left as it is. */
export async function auditFaces(ctx: Ctx, { items, passes, reason }: BodyOf<typeof studentApi.auditFaces>) {
  if (!passes && !reason) throw invalid([{ field: 'reason', msg: '请填写不合格原因' }])
  const ids = [...new Set(items.map(({ studentId }) => studentId))]
  await holdPupils(ctx.db, ids)
  const rows = await facesByIds(ctx.db, faceScope(ctx), ids, dayOf(ctx.now))
  if (rows.length !== ids.length) throw notFound('学生')
  const withdrawn = new Set(rows.flatMap((row) => (row.consent === 'withdrawn' ? [row.studentId] : [])))
  const open = items.filter(({ studentId }) => !passes || !withdrawn.has(studentId))
  const before = await facesOf(ctx.db, ids)
  const decision = { passes, reason: passes ? '' : reason, personId: ctx.actor.personId }
  const decided = await decideFaces(ctx.db, open, decision, ctx.now)
  if (passes) await orderPut(ctx, decided)
  else
    await orderDelete(
      ctx,
      decided.filter((id) => before.get(id)?.status === 'passed'),
    )
  return { changed: decided.length }
}
