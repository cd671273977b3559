import { newId, type Ctx } from '#packages/core'
import { insertChanges } from '../../change-queries.ts'
import type { Target } from '../../search-queries.ts'
import { fieldsIn } from '../presenting.ts'

export const reasonField = 'staff_change.reason'
export const opinionField = 'staff_change.opinion'
export const placeField = 'staff_change.asked_place'

/** What those who run a place did at once stands in the log of changes too, as agreed to by themselves. */
export async function noteLeaving(ctx: Ctx, targets: readonly Target[], overOn: string, reason: string) {
  const fields = await fieldsIn(ctx)
  const { personId } = ctx.actor
  const rows = targets
    .map((target) => ({ target, id: newId() }))
    .map(({ target, id }) => ({
      id,
      type: 3,
      status: 1,
      person_id: target.personId,
      membership_id: target.id,
      from_org_id: target.orgId,
      from_department_id: target.departmentId,
      to_org_id: null,
      to_department_id: null,
      effective_on: overOn,
      reason: fields.encrypt(reasonField, reason, id),
      applicant_id: personId,
      is_received: false,
      decided_by: personId,
      decided_at: ctx.now,
    }))
  await insertChanges(ctx.db, rows, ctx.now)
}
