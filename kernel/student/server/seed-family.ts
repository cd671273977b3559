import { orNotFound, newId, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { agreements, consentPurposes, type AgreementKind, type ConsentPurpose, type Relation } from '../contract.ts'
import { insertConsents } from './consent-queries.ts'
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
import { requestTeacherApproval } from './service/family/bind-notifications.ts'
import { notifyTransferRequest } from './service/students/transfer-notifications.ts'
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
}

/** A guardian whose phone number the school does not have asks the class teacher for approval. */
export async function seedBindRequest(ctx: Ctx, { accountId, name, phone, relation, pupil }: SeedBindRequest) {
  const { id } = await registerGuardian(ctx, accountId, phone)
  const guardian = orNotFound(await findGuardian(ctx.db, id), '家长')
  const linkId = await createGuardianLink(ctx, guardian, pupil.studentId, { name, relation }, { status: 'pending' })
  await requestTeacherApproval(ctx, linkId, name, pupil)
}

interface SeedTransferRequest extends Pick<NewTransfer, 'toOrgId' | 'toGradeId' | 'toClassId' | 'on'> {
  studentId: string
  name: string
  fromOrgId: string
  reason: string
}

/** A school requests a pupil of another one; the actor of `ctx` is the requester. */
export async function seedTransfer(ctx: Ctx, { name, reason, ...request }: SeedTransferRequest) {
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
  if (await insertTransfer(ctx.db, transfer, ctx.actor.personId, ctx.now))
    await notifyTransferRequest(ctx, { id, name, fromOrgId: request.fromOrgId, toOrgId: request.toOrgId })
}
