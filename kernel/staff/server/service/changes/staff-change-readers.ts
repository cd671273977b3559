import { emptyScope, wholeDistrict, type Ctx } from '#packages/core'
import type { StaffChangeRow } from '../../change-queries.ts'

/** What the caller may read and decide. */
export const getChangeReader = ({ actor }: Pick<Ctx, 'actor'>) => ({
  reading: actor.permissions.get('user.read') ?? emptyScope,
  editing: actor.permissions.get('user.edit') ?? emptyScope,
  personId: actor.personId,
})

/** For work of the system, and for people whom an approver asked. */
export const getSystemReader = ({ actor }: Pick<Ctx, 'actor'>) => ({
  reading: wholeDistrict,
  editing: wholeDistrict,
  personId: actor.personId,
})

/**
 * Before the approval the requesting school sees only what it typed, afterwards also the employer. For a person without
 * an employer the bureau decides, which is not shown as an employer.
 */
export function hideUnknownPerson(row: StaffChangeRow): StaffChangeRow {
  if (row.requestedName === null) return row
  const { requestedName, mayKnow } = row
  const isKnown = mayKnow || row.status === 1
  return {
    ...row,
    personName: isKnown ? row.personName : requestedName,
    oldOrgName: isKnown && row.membershipId !== null ? row.oldOrgName : '',
    oldDepartmentName: mayKnow ? row.oldDepartmentName : '',
  }
}

/** Whoever edits the staff of the side that decides now may decide, but never about the own membership. */
export const mayDecide = ({ actor }: Pick<Ctx, 'actor'>, { status, mayGive, mayReceive, personId }: StaffChangeRow) =>
  personId !== actor.personId && ((status === 0 && mayGive) || (status === 4 && mayReceive))

/** Whether the reader of a request by name must not learn who decides about it. */
export const isDeciderHidden = ({ requestedName, mayKnow, status }: StaffChangeRow) =>
  requestedName !== null && !mayKnow && status !== 1
