import type { FieldCipher } from '#packages/crypto'
import type { NewUserForm } from '../../../contract.ts'
import type { StaffChangeRow } from '../../change-queries.ts'
import type { NewMembership } from '../../membership-queries.ts'
import { encryptCard } from '../../private-facts.ts'
import { requestedMembershipField } from './staff-change-log.ts'

export type RequestedField =
  | 'userType'
  | 'post'
  | 'number'
  | 'subject'
  | 'workerType'
  | 'officePhone'
  | 'remark'
  | 'icCard'

/** Without the exemption from the second sign-in step, which is decided after the approval. */
export const pickMembershipFields = ({
  userType,
  post,
  number,
  subject,
  workerType,
  officePhone,
  remark,
  icCard = '',
}: Pick<NewUserForm, RequestedField>) => ({
  userType,
  post,
  number,
  subject,
  workerType,
  officePhone,
  remark,
  icCard,
})
type RequestedMembership = ReturnType<typeof pickMembershipFields>

const decryptRequestedMembership = (fields: FieldCipher, id: string, sealed: Buffer) =>
  JSON.parse(fields.decrypt(requestedMembershipField, sealed, id)) as RequestedMembership

/** The requested post; empty for every other change. */
export const getRequestedPost = (fields: FieldCipher, { id, requestedMembership }: StaffChangeRow) =>
  requestedMembership ? decryptRequestedMembership(fields, id, requestedMembership).post : ''

/** The requested fields in the format of a new membership. */
export function getRequestedMembership(
  fields: FieldCipher,
  id: string,
  sealed: Buffer,
): Partial<NewMembership> & Pick<NewMembership, 'userType' | 'post'> {
  const { icCard, ...membership } = decryptRequestedMembership(fields, id, sealed)
  return { ...membership, icCard: encryptCard(fields, icCard) }
}
