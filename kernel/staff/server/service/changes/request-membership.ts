import { Refusal, emptyId, newId, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { BodyOf } from '#packages/contract'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { createNumberHasher, limitAttempts } from '#kernel/identity/server/api.ts'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { findByJoinCode, lockTree } from '#kernel/org/server/api.ts'
import { type NewUserForm, staffApi } from '../../../contract.ts'
import { insertStaffChanges } from '../../change-queries.ts'
import { listAllMemberships, type MembershipRow } from '../../membership-queries.ts'
import { pathLabelToId } from '../member-counts.ts'
import { getFieldCipher, getMoment } from '../staff-presentation.ts'
import { listMainMemberships } from '../staff-scope.ts'
import { pickMembershipFields, type RequestedField } from './requested-membership.ts'
import { startStaffChangeFlow } from './staff-change-approval.ts'
import { requestedMembershipField, reasonField } from './staff-change-log.ts'

const membershipAlreadyRequested = onConstraint('staff_change_request', '已提交过该人员的任职申请，请等待处理')

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
  const bureauId = pathLabelToId(path.split('.')[0]!)
  const id = newId()
  const row = {
    id,
    type: 2,
    status: 0,
    person_id: person?.id ?? null,
    applicant_id: ctx.actor.personId,
    membership_id: home?.id ?? null,
    from_org_id: home?.orgId ?? bureauId,
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
  await startStaffChangeFlow(ctx, id, bureauId)
  return { id: emptyId, changeId: id }
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
  await startStaffChangeFlow(ctx, id)
  const { path, title } = staffApi.join
  await recordOperation(ctx, { route: path, title, objectIds: [id, org.id] })
  return { id, orgName: org.name }
}
