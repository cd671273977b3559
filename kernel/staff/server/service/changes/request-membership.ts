import { Refusal, emptyId, newId, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import type { BodyOf } from '#packages/contract'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { createNumberHasher, limitAttempts } from '#kernel/identity/server/api.ts'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { findByJoinCode, lockTree } from '#kernel/org/server/api.ts'
import { type NewUserForm, staffApi, staffChangeRequested } from '../../../contract.ts'
import { insertStaffChanges, getCurrentPerson, type StaffChangeRow } from '../../change-queries.ts'
import { listAllMemberships, type NewMembership, type MembershipRow } from '../../membership-queries.ts'
import { encryptCard } from '../../private-facts.ts'
import { pathLabelToId } from '../member-counts.ts'
import { getFieldCipher, getMoment } from '../staff-presentation.ts'
import { listMainMemberships } from '../staff-scope.ts'
import { requestedMembershipField, reasonField } from './staff-change-log.ts'

const membershipAlreadyRequested = onConstraint('staff_change_request', '已提交过该人员的任职申请，请等待处理')

type RequestedField = 'userType' | 'post' | 'number' | 'subject' | 'workerType' | 'officePhone' | 'remark' | 'icCard'
type MembershipRequest = Pick<NewUserForm, RequestedField | 'name' | 'idCard' | 'orgId' | 'departmentId' | 'startsOn'>

interface RequestedPerson {
  /** The person with this name and ID number, with their memberships; undefined when the two do not match. */
  person?: { id: string }
  memberships?: readonly MembershipRow[]
  /** The tree path of the requesting organisation, whose first label is the bureau. */
  path: string
}

/**
 * A school requests a further membership of a person employed elsewhere. The request counts as the receiving side's
 * approval, so it waits (0 待审核) for the main employer. For a person without an employer, and for a request that matches
 * nobody, the bureau decides; the latter can only be refused. All requests look the same to the applicant, who learns
 * nothing before the approval. Other fields of the form are dropped, because the staff file belongs to the main
 * employer.
 */
export async function requestMembership(
  ctx: Ctx,
  form: MembershipRequest,
  { person, memberships = [], path }: RequestedPerson,
) {
  const fields = await getFieldCipher(ctx)
  const [home] = listMainMemberships(memberships, getMoment(ctx).day)
  const id = newId()
  const row = {
    id,
    type: 2,
    status: 0,
    person_id: person?.id ?? null,
    applicant_id: ctx.actor.personId,
    membership_id: home?.id ?? null,
    from_org_id: home?.orgId ?? pathLabelToId(path.split('.')[0]!),
    from_department_id: home?.departmentId ?? null,
    to_org_id: form.orgId,
    to_department_id: form.departmentId,
    effective_on: form.startsOn,
    reason: fields.encrypt(reasonField, '', id),
    is_received: true,
    requested_name: form.name,
    requested_number: createNumberHasher(fields).idCard(form.idCard!),
    requested_membership: fields.encrypt(requestedMembershipField, JSON.stringify(pickMembershipFields(form)), id),
  }
  await insertStaffChanges(ctx.db, [row], ctx.now).catch(membershipAlreadyRequested)
  await publish(ctx, staffChangeRequested, { id: row.id })
  return { id: emptyId, changeId: row.id }
}

/** Without the exemption from the second sign-in step, which is decided after the approval. */
const pickMembershipFields = ({
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

/** The main employer may have changed since the request; the current one must approve. */
export async function requireMainEmployer(ctx: Ctx, { personId, membershipId }: StaffChangeRow) {
  if (personId === null) throw new Refusal('没有姓名和身份证号都相符的人员，只能拒绝')
  const { id } = await getCurrentPerson(ctx.db, personId)
  const editing = ctx.actor.permissions.get('user.edit') ?? null
  const homes = listMainMemberships(await listAllMemberships(ctx.db, id, editing), getMoment(ctx).day)
  const isOurs = homes.length > 0 ? homes.every(({ mayEdit }) => mayEdit) : membershipId === null
  if (!isOurs) throw new Refusal('该人员的主要任职单位已变更，请拒绝，由申请单位重新申请')
}

type JoinForm = BodyOf<typeof staffApi.join>

const maxJoinTriesPerHour = 10
const hourSeconds = 3600

/** Requests to join by a code; the organisation of the code decides. */
export async function requestMembershipByCode(ctx: RequestCtx, form: JoinForm) {
  const { districtId, personId } = ctx.actor!
  await limitAttempts(ctx, 'join-code', `${districtId}:${personId}`, maxJoinTriesPerHour, hourSeconds)
  return inOwnDistrict(ctx, (own) => createJoinRequest(own, form))
}

async function createJoinRequest(ctx: Ctx, { code, note }: JoinForm) {
  await lockTree(ctx)
  const org = await findByJoinCode(ctx, code)
  if (!org) throw new Refusal('加入码无效或已过期')
  const { day } = getMoment(ctx)
  const { personId, userId } = ctx.actor
  const memberships = await listAllMemberships(ctx.db, personId, null)
  if (memberships.some(({ orgId, overOn }) => orgId === org.id && (overOn === null || overOn > day)))
    throw new Refusal(`您已在${org.name}任职`)
  const fields = await getFieldCipher(ctx)
  const from = memberships.find(({ id }) => id === userId)
  const id = newId()
  const row = {
    id,
    type: 2,
    status: 4,
    person_id: personId,
    membership_id: null,
    applicant_id: personId,
    from_org_id: from?.orgId ?? null,
    from_department_id: from?.departmentId ?? null,
    to_org_id: org.id,
    to_department_id: null,
    effective_on: day,
    reason: fields.encrypt(reasonField, note, id),
    is_received: false,
  }
  await insertStaffChanges(ctx.db, [row], ctx.now).catch(
    onConstraint('staff_change_open', '您已提交过申请，请等待审核'),
  )
  await publish(ctx, staffChangeRequested, { id: row.id })
  const { path, title } = staffApi.join
  await recordOperation(ctx, { route: path, title, objectIds: [row.id, org.id] })
  return { id: row.id, orgName: org.name }
}
