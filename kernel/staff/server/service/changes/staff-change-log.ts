import { newId, type Ctx } from '#packages/core'
import { insertStaffChanges } from '../../change-queries.ts'
import type { TargetMembership } from '../../search-queries.ts'
import { getFieldCipher } from '../staff-presentation.ts'

export const reasonField = 'staff_change.reason'
export const requestedMembershipField = 'staff_change.requested_membership'

/** Records direct changes in the change log too, as approved by their author. */
export async function recordDepartures(ctx: Ctx, targets: readonly TargetMembership[], overOn: string, reason: string) {
  const fields = await getFieldCipher(ctx)
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
      decided_at: ctx.now,
    }))
  await insertStaffChanges(ctx.db, rows, ctx.now)
}
