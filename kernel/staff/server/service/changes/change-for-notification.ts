import { emptyScope, type Ctx } from '#packages/core'
import { findStaffChange } from '../../change-queries.ts'

const wholeDistrict = { ...emptyScope, district: true }

/**
 * A change for notifications to deciders, applicant and person. `isPersonHidden`: the applicant must not learn the
 * employer or whether the person exists.
 */
export async function getChangeForNotification(ctx: Pick<Ctx, 'db'>, id: string) {
  const reader = { reading: wholeDistrict, editing: emptyScope, personId: id }
  const row = await findStaffChange(ctx.db, reader, id)
  if (!row) return undefined
  const { type, status, personId, requestedName, membershipId, applicantId, fromOrgId, toOrgId, newOrgName } = row
  return {
    id,
    type,
    status,
    personId,
    applicantId,
    fromOrgId,
    toOrgId,
    newOrgName,
    personName: requestedName ?? row.personName,
    // For a person without an employer the bureau decides, which is not the employer.
    oldOrgName: requestedName !== null && membershipId === null ? '' : row.oldOrgName,
    isPersonHidden: requestedName !== null && status !== 1,
  }
}
