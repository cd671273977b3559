import { addDays, dayOf, invalid, newId, type Ctx } from '#packages/core'
import { insertDelegation } from './delegation-queries.ts'
import { getSubject } from './subjects.ts'

export interface DelegationForm {
  fromPersonId: string
  toPersonId: string
  /** The first and the last day. */
  from: string
  to: string
  /** Empty: all. */
  subjects: readonly string[]
  /** The leave request that it belongs to; empty if it was entered by hand. */
  source: string
}

/**
 * Somebody decides for somebody else on these days. The tasks stay with their holder; both see them. Callers must check
 * that the actor may delegate for that person.
 */
export async function delegateApprovals(ctx: Ctx, { from, to, ...form }: DelegationForm): Promise<{ id: string }> {
  if (form.fromPersonId === form.toPersonId) throw invalid([{ field: 'toPersonId', msg: '不能代理给自己' }])
  if (to < from) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  if (to < dayOf(ctx.now)) throw invalid([{ field: 'to', msg: '结束日期已过' }])
  for (const subject of form.subjects) getSubject(ctx, subject)
  const id = newId()
  const row = { ...form, id, beginsOn: from, overOn: addDays(to, 1), createdBy: ctx.actor.personId }
  await insertDelegation(ctx.db, row, ctx.now)
  return { id }
}
