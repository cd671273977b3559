import { orNotFound, newId, type Ctx, dayOf, notFound } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { createPerson, findPersonOfAccount } from '#kernel/identity/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import {
  findGuardian,
  findNameOnRoster,
  upsertGuardian,
  listBindableChildren,
  bindGuardianLink,
  endGuardianLink,
  insertGuardianLink,
  type GuardianPersonRow,
  type GuardianLinkRow,
} from '../../guardian-queries.ts'
import { hashGuardianPhone, encryptGuardianPhone, decryptGuardianPhone } from '../../encrypted-fields.ts'
import type { Relation } from '../../../contract.ts'
import { findChild } from '../../family-queries.ts'
import { notifyOtherGuardians } from './bind-notifications.ts'

/** Name of a guardian who is known only by phone number. */
export const unknownGuardianName = '家长'

/**
 * Registers the owner of this account and of this verified phone number as a guardian. Uses the existing person of the
 * account (for example a teacher), otherwise creates one, with the name on a school's roster if the number is there.
 */
export async function registerGuardian(ctx: Ctx, accountId: string, phone: string) {
  const { districtId } = ctx.actor
  const fields = await loadFieldCipher(ctx.db, districtId)
  const person = await findPersonOfAccount({ db: ctx.db, districtId }, accountId)
  const personId = person?.id ?? (await newPerson())
  const { phone: sealed, phone_hash } = encryptGuardianPhone(fields, personId, phone)
  const fresh = newId()
  const id = await upsertGuardian(ctx.db, { id: fresh, person_id: personId, phone: sealed, phone_hash }, ctx.now)
  return { id, personId, isNew: id === fresh }

  async function newPerson() {
    const listed = await findNameOnRoster(ctx.db, hashGuardianPhone(fields, phone))
    return createPerson(ctx, { accountId, name: listed?.name ?? unknownGuardianName, phone })
  }
}

export const requireCallingGuardian = async (ctx: Ctx) =>
  orNotFound(await findGuardian(ctx.db, ctx.actor.userId), '家长')

/** 张*明: recognisable only for people who know the child. */
const maskChildName = (name: string) => {
  const signs = Array.from(name)
  return signs.length < 3 ? `${signs[0]}*` : `${signs[0]}${'*'.repeat(signs.length - 2)}${signs.at(-1)}`
}

/** The children that the caller may bind, because the school has registered the caller's phone number. */
export async function listBindable(ctx: Ctx) {
  const { id, phoneHash } = await requireCallingGuardian(ctx)
  const day = dayOf(ctx.now)
  const rows = phoneHash ? await listBindableChildren(ctx.db, id, phoneHash, day) : []
  const classes = await describeClasses(ctx, { classIds: rows.flatMap(({ classId }) => classId ?? []) }, day)
  return rows.map(({ linkId, name, orgName, classId, relation }) => ({
    linkId,
    name: maskChildName(name),
    orgName,
    relation: relation as Relation,
    className: classes.get(classId ?? '')?.label ?? '',
  }))
}

/** Binds all or none. Throws `notFound` for links that the caller may not bind. */
export async function bindByPhone(ctx: Ctx, linkIds: readonly string[]) {
  const guardian = await requireCallingGuardian(ctx)
  const rows = guardian.phoneHash
    ? await listBindableChildren(ctx.db, guardian.id, guardian.phoneHash, dayOf(ctx.now))
    : []
  const chosen = [...new Set(linkIds)].map((id) => rows.find(({ linkId }) => linkId === id))
  for (const row of chosen) {
    if (!row || !(await bindGuardianLink(ctx.db, row.linkId, guardian.id, 'roster-phone', ctx.now)))
      throw notFound('孩子')
    await notifyOtherGuardians(ctx, row.linkId, guardian.name, row.studentId)
  }
  return { bound: chosen.length }
}

/** The links of a child that belong to this guardian, or have the guardian's phone number. */
export const linksOfGuardian = (links: readonly GuardianLinkRow[], guardian: GuardianPersonRow) =>
  links.filter(
    ({ guardianId, phoneHash }) =>
      guardianId === guardian.id || (phoneHash && guardian.phoneHash && phoneHash.equals(guardian.phoneHash)),
  )

/** A link that the school entered and nobody has bound yet. */
export const rosterEntry = (links: readonly GuardianLinkRow[]) =>
  links.find(({ status, maySee, isFromSchool }) => status === 'listed' && maySee && isFromSchool)

interface GuardianName {
  name: string
  relation: Relation
}

/** For a guardian who is not on the child's list yet. */
export async function createGuardianLink(
  ctx: Ctx,
  guardian: GuardianPersonRow,
  studentId: string,
  { name, relation }: GuardianName,
  binding: { status: 'active'; verifiedBy: 'class-code' } | { status: 'pending' },
) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const id = newId()
  const isBound = binding.status === 'active'
  const row = {
    id,
    student_id: studentId,
    guardian_id: guardian.id,
    name,
    relation,
    is_emergency: false,
    ...encryptGuardianPhone(fields, id, decryptGuardianPhone(fields, guardian.personId, guardian.phone)),
    status: binding.status,
    verified_by: isBound ? binding.verifiedBy : null,
    bound_at: isBound ? ctx.now : null,
  }
  await insertGuardianLink(ctx.db, row, ctx.now)
  return id
}

/** The guardian loses access at once. The entry stays on the school's list. */
export async function unbindChild(ctx: Ctx, studentId: string) {
  const child = await findChild(ctx.db, { guardianId: ctx.actor.userId }, studentId)
  if (!child?.linkId) throw notFound('孩子')
  await endGuardianLink(ctx.db, child.linkId, 'listed', ctx.now)
  return null
}
