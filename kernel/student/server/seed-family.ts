import { found, newId, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { agreements, consentPurposes, type AgreementKind, type ConsentPurpose, type Relation } from '../contract.ts'
import { insertConsents } from './consent-queries.ts'
import { findGuardian } from './guardian-queries.ts'
import { openPhone, sealAskedName, sealPhone, sealReason } from './numbers.ts'
import { agreeForAll, bindLinks, insertGuardianRows, linesOfStudents, markEmergency } from './seed-queries.ts'
import { addLine } from './service/family/binding.ts'
import { registerGuardian } from './service/family/guardians.ts'
import { askHead } from './service/family/notices.ts'
import { tellAsked } from './service/students/telling.ts'
import { insertTransfer, type NewTransfer } from './transfer-queries.ts'

export interface ListedGuardian {
  linkId: string
  studentId: string
  name: string
  phone: string
  isBound: boolean
}

/** The guardians of these pupils as their schools have written them down, the first of each first. */
export async function listedGuardians(ctx: Ctx, studentIds: readonly string[]): Promise<ListedGuardian[]> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const rows = await linesOfStudents(ctx.db, studentIds)
  return rows.map(({ phone, status, ...row }) => ({
    linkId: row.linkId,
    studentId: row.studentId,
    name: row.name,
    phone: openPhone(fields, row.linkId, phone),
    isBound: status === 'active',
  }))
}

interface SeedBinding {
  linkId: string
  personId: string
  phone: string
  at: Date
}

/** Guardians who have an account, agreed to everything and bound their child with the number that the school has. */
export async function seedBindings(ctx: Ctx, bindings: readonly SeedBinding[]) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const rows = bindings.map(({ linkId, personId, phone, at }) => {
    const sealed = sealPhone(fields, personId, phone)
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
  await bindLinks(ctx.db, rows)
  const kinds = Object.keys(agreements) as AgreementKind[]
  await agreeForAll(
    ctx.db,
    rows.flatMap(({ personId, at }) =>
      kinds.map((kind) => ({ personId, kind, version: agreements[kind].version, at })),
    ),
  )
}

/** Whom to call when something happens. */
export const seedEmergency = (ctx: Ctx, linkIds: readonly string[]) => markEmergency(ctx.db, linkIds)

export interface SeedConsent {
  studentId: string
  purpose: ConsentPurpose
  agrees: boolean
  linkId: string
  personId: string
}

/** What guardians have said, all at the moment of `ctx`. */
export const seedConsents = (ctx: Ctx, said: readonly SeedConsent[]) =>
  insertConsents(
    ctx.db,
    said.map(({ studentId, purpose, agrees, linkId, personId }) => ({
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

interface BindRequest {
  accountId: string
  name: string
  phone: string
  relation: Relation
  pupil: { studentId: string; name: string; orgId: string; classId: string }
}

/** Somebody whose number the school does not have asks the class teacher. */
export async function seedBindRequest(ctx: Ctx, { accountId, name, phone, relation, pupil }: BindRequest) {
  const { id } = await registerGuardian(ctx, accountId, phone)
  const guardian = found(await findGuardian(ctx.db, id), '家长')
  const linkId = await addLine(ctx, guardian, pupil.studentId, { name, relation }, { status: 'pending' })
  await askHead(ctx, linkId, name, pupil)
}

interface TransferWish extends Pick<NewTransfer, 'toOrgId' | 'toGradeId' | 'toClassId' | 'on'> {
  studentId: string
  name: string
  fromOrgId: string
  reason: string
}

/** A school asks another one for a pupil; whoever `ctx` acts as has asked. */
export async function seedTransfer(ctx: Ctx, { name, reason, ...wish }: TransferWish) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const id = newId()
  const transfer: NewTransfer = {
    id,
    studentId: wish.studentId,
    fromOrgId: wish.fromOrgId,
    askedName: sealAskedName(fields, id, name),
    toOrgId: wish.toOrgId,
    toGradeId: wish.toGradeId,
    toClassId: wish.toClassId,
    on: wish.on,
    reason: sealReason(fields, id, reason),
  }
  if (await insertTransfer(ctx.db, transfer, ctx.actor.personId, ctx.now))
    await tellAsked(ctx, { id, name, fromOrgId: wish.fromOrgId, toOrgId: wish.toOrgId })
}
