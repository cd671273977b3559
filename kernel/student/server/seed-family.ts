import { dayOf, orNotFound, newId, wholeDistrict, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { decideRecord } from '#kernel/approval/server/api.ts'
import { listClassTeachers } from '#kernel/schooling/server/api.ts'
import { agreements, consentPurposes, type AgreementKind, type ConsentPurpose, type Relation } from '../contract.ts'
import { insertConsents } from './consent-queries.ts'
import { listFamilies } from './family-recipient-queries.ts'
import { findGuardian } from './guardian-queries.ts'
import { decryptGuardianPhone, encryptRequestedName, encryptGuardianPhone, encryptReason } from './encrypted-fields.ts'
import {
  insertAllAgreements,
  bindGuardianLinks,
  insertGuardianRows,
  listRosterEntries,
  markEmergencyContacts,
} from './seed-queries.ts'
import { createGuardianLink, registerGuardian } from './service/family/guardian-bindings.ts'
import { bindSubject, requestTeacherApproval } from './service/family/bind-notifications.ts'
import { requestTransferApproval, transferSubject } from './service/students/approve-transfers.ts'
import { insertTransfer, type NewTransfer } from './transfer-queries.ts'

export interface RosterGuardian {
  linkId: string
  studentId: string
  name: string
  phone: string
  isBound: boolean
}

/** The guardians that schools have registered for these pupils, in roster order. */
export async function listRosterGuardians(ctx: Ctx, studentIds: readonly string[]): Promise<RosterGuardian[]> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const rows = await listRosterEntries(ctx.db, studentIds)
  return rows.map(({ phone, status, ...row }) => ({
    linkId: row.linkId,
    studentId: row.studentId,
    name: row.name,
    phone: decryptGuardianPhone(fields, row.linkId, phone),
    isBound: status === 'active',
  }))
}

interface SeedBinding {
  linkId: string
  personId: string
  phone: string
  at: Date
}

/** Guardians with an account and all agreements who have bound their child by the registered phone number. */
export async function seedBindings(ctx: Ctx, bindings: readonly SeedBinding[]) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const rows = bindings.map(({ linkId, personId, phone, at }) => {
    const sealed = encryptGuardianPhone(fields, personId, phone)
    return {
      id: newId(),
      linkId,
      personId,
      phone: sealed.phone?.toString('hex') ?? null,
      phoneHash: sealed.phone_hash?.toString('hex') ?? null,
      at,
    }
  })
  await insertGuardianRows(ctx.db, rows)
  await bindGuardianLinks(ctx.db, rows)
  const kinds = Object.keys(agreements) as AgreementKind[]
  await insertAllAgreements(
    ctx.db,
    rows.flatMap(({ personId, at }) =>
      kinds.map((kind) => ({ personId, kind, version: agreements[kind].version, at })),
    ),
  )
}

export const seedEmergency = (ctx: Ctx, linkIds: readonly string[]) => markEmergencyContacts(ctx.db, linkIds)

export interface SeedConsent {
  studentId: string
  purpose: ConsentPurpose
  agrees: boolean
  linkId: string
  personId: string
}

/** All consents are given at the time of `ctx`. */
export const seedConsents = (ctx: Ctx, consents: readonly SeedConsent[]) =>
  insertConsents(
    ctx.db,
    consents.map(({ studentId, purpose, agrees, linkId, personId }) => ({
      id: newId(),
      student_id: studentId,
      purpose,
      version: consentPurposes[purpose].version,
      state: agrees ? 'agreed' : 'withdrawn',
      link_id: linkId,
      by_person_id: personId,
      channel: 'app',
      file_id: null,
    })),
    ctx.now,
  )

interface SeedBindRequest {
  accountId: string
  name: string
  phone: string
  relation: Relation
  pupil: { studentId: string; name: string; orgId: string; classId: string }
  /** The class teacher confirmed it with this opinion. */
  opinion?: string
}

/** A guardian whose phone number the school does not have asks the class teacher for approval. */
export async function seedBindRequest(ctx: Ctx, { accountId, name, phone, relation, pupil, opinion }: SeedBindRequest) {
  const { id } = await registerGuardian(ctx, accountId, phone)
  const guardian = orNotFound(await findGuardian(ctx.db, id), '家长')
  const linkId = await createGuardianLink(ctx, guardian, pupil.studentId, { name, relation }, { status: 'pending' })
  const actor = { ...ctx.actor, personId: guardian.personId, userId: guardian.id }
  await requestTeacherApproval({ ...ctx, actor }, linkId, name, pupil)
  if (!opinion) return
  const teachers = await listClassTeachers(ctx, [pupil.classId], dayOf(ctx.now))
  const head = teachers.get(pupil.classId)?.find(({ role }) => role === 'head')
  if (!head) return
  const decision = { subject: bindSubject, id: linkId, isAgreed: true, opinion }
  await decideRecord(actAs(ctx, head.personId, head.userId, 'student.account'), decision)
}

/** Somebody with a permission decides an hour later. */
const actAs = (ctx: Ctx, personId: string, userId: string, permission: string): Ctx => ({
  ...ctx,
  now: new Date(ctx.now.getTime() + 3600_000),
  actor: { ...ctx.actor, personId, userId, permissions: new Map([[permission, wholeDistrict]]) },
})

interface SeedTransferRequest extends Pick<NewTransfer, 'toOrgId' | 'toGradeId' | 'toClassId' | 'on'> {
  studentId: string
  name: string
  fromOrgId: string
  reason: string
  /** The school refused it with this opinion. */
  refusal?: string
}

/** A school requests a pupil of another one; the actor of `ctx` is the requester. */
export async function seedTransfer(ctx: Ctx, { name, reason, refusal, ...request }: SeedTransferRequest) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const id = newId()
  const transfer: NewTransfer = {
    id,
    studentId: request.studentId,
    fromOrgId: request.fromOrgId,
    requestedName: encryptRequestedName(fields, id, name),
    toOrgId: request.toOrgId,
    toGradeId: request.toGradeId,
    toClassId: request.toClassId,
    on: request.on,
    reason: encryptReason(fields, id, reason),
  }
  if (!(await insertTransfer(ctx.db, transfer, ctx.actor.personId, ctx.now))) return
  await requestTransferApproval(ctx, { ...request, id, name })
  const [holder] = refusal ? await listPermissionHolders(ctx, 'student.event', request.fromOrgId) : []
  if (!refusal || !holder) return
  const decision = { subject: transferSubject, id, isAgreed: false, opinion: refusal }
  await decideRecord(actAs(ctx, holder.personId, holder.memberId, 'student.event'), decision)
}

export interface BoundGuardian {
  studentId: string
  userId: string
  personId: string
}

/** The guardians who have bound these pupils and may see them, the primary one of each first. */
export async function listBoundGuardians(
  ctx: Pick<Ctx, 'db'>,
  studentIds: readonly string[],
): Promise<BoundGuardian[]> {
  return (await listFamilies(ctx.db, studentIds)).flatMap(
    ({ studentId, linkStatus, guardianId, personId, isRestricted }) =>
      linkStatus === 'active' && guardianId !== null && personId !== null && !isRestricted
        ? [{ studentId, userId: guardianId, personId }]
        : [],
  )
}
