import { dayOf, newId, notFound, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { describeClasses } from '#kernel/schooling/server'
import type { Relation } from '../../../contract.ts'
import { findChild } from '../../family-queries.ts'
import { bindableBy, bindLink, endLink, insertLink, type GuardianRow, type LinkRow } from '../../guardian-queries.ts'
import { openPhone, sealPhone } from '../../numbers.ts'
import { callingGuardian } from './guardians.ts'
import { dropRequest, tellOthers } from './notices.ts'

/** 张*明: enough for whoever knows the child, and for nobody else. */
const maskName = (name: string) => {
  const signs = Array.from(name)
  return signs.length < 3 ? `${signs[0]}*` : `${signs[0]}${'*'.repeat(signs.length - 2)}${signs.at(-1)}`
}

/** The children whom the caller may bind because the school has her number. */
export async function listBindable(ctx: Ctx) {
  const { id, phoneHash } = await callingGuardian(ctx)
  const day = dayOf(ctx.now)
  const rows = phoneHash ? await bindableBy(ctx.db, id, phoneHash, day) : []
  const classes = await describeClasses(ctx, { classIds: rows.flatMap(({ classId }) => classId ?? []) }, day)
  return rows.map(({ linkId, name, orgName, classId, relation }) => ({
    linkId,
    name: maskName(name),
    orgName,
    relation: relation as Relation,
    className: classes.get(classId ?? '')?.label ?? '',
  }))
}

/** All of these, or none: a line that is not the caller's to bind is not there. */
export async function bindByPhone(ctx: Ctx, linkIds: readonly string[]) {
  const guardian = await callingGuardian(ctx)
  const rows = guardian.phoneHash ? await bindableBy(ctx.db, guardian.id, guardian.phoneHash, dayOf(ctx.now)) : []
  const wanted = [...new Set(linkIds)].map((id) => rows.find(({ linkId }) => linkId === id))
  for (const row of wanted) {
    if (!row || !(await bindLink(ctx.db, row.linkId, guardian.id, 'roster-phone', ctx.now))) throw notFound('孩子')
    await tellOthers(ctx, row.linkId, guardian.name, { id: row.studentId, name: row.name })
  }
  return { bound: wanted.length }
}

/** The lines about this guardian in a child's list: hers, and those with her number. */
export const linesOf = (links: readonly LinkRow[], guardian: GuardianRow) =>
  links.filter(
    ({ guardianId, phoneHash }) =>
      guardianId === guardian.id || (phoneHash && guardian.phoneHash && phoneHash.equals(guardian.phoneHash)),
  )

/** Whether a line with her number stands there that the school wrote, and nobody has bound. */
export const rosterLine = (lines: readonly LinkRow[]) =>
  lines.find(({ status, maySee, isFromSchool }) => status === 'listed' && maySee && isFromSchool)

interface Claim {
  name: string
  relation: Relation
}

/** Writes a line for a guardian whom nobody had on the list. */
export async function addLine(
  ctx: Ctx,
  guardian: GuardianRow,
  studentId: string,
  { name, relation }: Claim,
  binding: { status: 'active'; verifiedBy: 'class-code' } | { status: 'pending' },
) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const id = newId()
  const isBound = binding.status === 'active'
  const row = {
    id,
    student_id: studentId,
    guardian_id: guardian.id,
    name,
    relation,
    is_emergency: false,
    ...sealPhone(fields, id, openPhone(fields, guardian.personId, guardian.phone)),
    status: binding.status,
    verified_by: isBound ? binding.verifiedBy : null,
    bound_at: isBound ? ctx.now : null,
  }
  await insertLink(ctx.db, row, ctx.now)
  return id
}

/** A guardian leaves: from now on the child is not there for her. What the school knows of her stays on its list. */
export async function unbind(ctx: Ctx, studentId: string) {
  const child = await findChild(ctx.db, { guardianId: ctx.actor.userId }, studentId)
  if (!child?.linkId) throw notFound('孩子')
  await endLink(ctx.db, child.linkId, 'listed', ctx.now)
  await dropRequest(ctx, child.linkId)
  return null
}
