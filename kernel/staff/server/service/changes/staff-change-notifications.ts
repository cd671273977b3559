import { emptyScope, type Ctx } from '#packages/core'
import { findStaffChange } from '../../change-queries.ts'

const wholeDistrict = { ...emptyScope, district: true }

/**
 * A change as those are told of it who decide it, asked for it or are moved by it. `isBlind`: whoever asked does not know
 * yet where the person works, nor whether there is such a person.
 */
export async function getChangeForNotification(ctx: Pick<Ctx, 'db'>, id: string) {
  const reader = { reading: wholeDistrict, editing: emptyScope, personId: id }
  const row = await findStaffChange(ctx.db, reader, id)
  if (!row) return undefined
  const { type, status, personId, askedName, membershipId, applicantId, fromOrgId, toOrgId, newOrgName } = row
  return {
    id,
    type,
    status,
    personId,
    applicantId,
    fromOrgId,
    toOrgId,
    newOrgName,
    personName: askedName ?? row.personName,
    // Who works nowhere is kept by the bureau until it has decided, and does not work there.
    oldOrgName: askedName !== null && membershipId === null ? '' : row.oldOrgName,
    isPersonHidden: askedName !== null && status !== 1,
  }
}
