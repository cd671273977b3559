import { invalid, Refusal, type Ctx } from '#packages/core'
import { holdTree } from '#kernel/org/server'
import type { EventForm } from '../../../contract.ts'
import { standingOf } from '../../place-queries.ts'
import { changePlaces, holdSchools } from './placing.ts'
import { weighEvent } from './weighing.ts'

export const previewEvent = async (ctx: Ctx, form: EventForm) => (await weighEvent(ctx, form, false)).effect

/** Does what the preview has shown to those to whom it can happen, and says who was left out and why. */
export async function carryOutEvent(ctx: Ctx, form: EventForm) {
  await holdTree(ctx)
  // Looked at once before the schools are held, to know which; and once more after that, because it may have changed.
  const first = await weighEvent(ctx, form, false)
  const ids = first.changes.map(({ studentId }) => studentId)
  const standing = await standingOf(ctx.db, ids)
  await holdSchools(
    ctx,
    standing.map(({ studentOrgId }) => studentOrgId),
  )
  const { changes, effect, needsBasis } = await weighEvent(ctx, form, true)
  if (needsBasis) requireBasis(form)
  if (changes.length === 0) throw new Refusal(effect.refused[0]?.why ?? '没有可办理的学生')
  await changePlaces(ctx, changes)
  return effect
}

function requireBasis({ basis, reason }: EventForm) {
  const missing = [
    ...(basis ? [] : [{ field: 'basis', msg: '请填写办理依据' }]),
    ...(reason ? [] : [{ field: 'reason', msg: '请填写情况说明' }]),
  ]
  if (missing.length > 0) throw invalid(missing)
}
