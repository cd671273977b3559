import { dayOf, found, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { maskPhone } from '#kernel/identity/server'
import { describeClasses } from '#kernel/schooling/server'
import type { Relation } from '../../../contract.ts'
import {
  bindLink,
  codeOfClass,
  countPendingWithin,
  endLink,
  findGuardian,
  holdLink,
  linksOf,
  pendingWithin,
  storeClassCode,
  type LinkRow,
} from '../../guardian-queries.ts'
import { shownTo } from '../../hidden.ts'
import { openClassCode, openPhone, sealClassCode } from '../../numbers.ts'
import { classWithin } from '../../school-queries.ts'
import { findStudent } from '../students/finding.ts'
import { holdSchool } from '../students/placing.ts'
import { linesOf } from './binding.ts'
import { dropRequest, tellDecision, tellOthers } from './notices.ts'
import { newWord } from './words.ts'

const permission = 'student.account'
const codeDays = 14
const codeLength = 8
const requestsAtOnce = 200
const mostCounted = 1000

/** The word of a class, for its guardians; a new one when it is wanted, or when there is none that is good. */
export async function readClassCode(ctx: Ctx, { classId, renew }: { classId: string; renew: boolean }) {
  const day = dayOf(ctx.now)
  const { orgId } = found(await classWithin(ctx.db, scopeOf(ctx, permission), classId, day), '班级')
  const className = (await describeClasses(ctx, { classIds: [classId] }, day)).get(classId)?.label ?? ''
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const read = () => codeOfClass(ctx.db, classId, ctx.now)
  let known = renew ? undefined : await read()
  if (!known && !renew) {
    // Of two who need the first one the second gets what the first has made, and not the first a dead word.
    await holdSchool(ctx, orgId)
    known = await read()
  }
  if (known) {
    return { code: openClassCode(fields, classId, known.code), expiresAt: known.expiresAt.toISOString(), className }
  }
  const code = newWord(codeLength)
  const expiresAt = new Date(ctx.now.getTime() + codeDays * 86_400_000)
  const row = { class_id: classId, ...sealClassCode(fields, classId, code), expires_at: expiresAt }
  await storeClassCode(ctx.db, { ...row, by_person_id: ctx.actor.personId }, ctx.now)
  return { code, expiresAt: expiresAt.toISOString(), className }
}

/** Who waits for a word of the caller's, the oldest first. */
export async function listRequests(ctx: Ctx) {
  const day = dayOf(ctx.now)
  const rows = await pendingWithin(ctx.db, scopeOf(ctx, permission), day, requestsAtOnce)
  const classes = await describeClasses(ctx, { classIds: rows.flatMap(({ classId }) => classId ?? []) }, day)
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  return rows.map(({ id, studentId, studentName, classId, name, relation, phone, at }) => ({
    id,
    studentId,
    studentName,
    name,
    relation: relation as Relation,
    at: at.toISOString(),
    className: classes.get(classId ?? '')?.label ?? '',
    phone: shownTo(ctx, 'guardianPhone', maskPhone(openPhone(fields, id, phone))),
  }))
}

/** How many those are. */
export const countRequests = async (ctx: Ctx) => ({
  count: await countPendingWithin(ctx.db, scopeOf(ctx, permission), dayOf(ctx.now), mostCounted),
})

/** One line about a pupil whom the caller may decide for today; others are not there. */
async function linkToDecide(ctx: Ctx, id: string) {
  const link = found(await holdLink(ctx.db, id), '家长')
  const student = await findStudent(ctx, permission, link.studentId).catch((error: unknown) => {
    throw error instanceof Refusal ? notFound('家长') : error
  })
  return { link, student }
}

/** Custody may have been restricted since she asked: by any line about her, as everywhere else. */
async function refuseRestricted(ctx: Ctx, { guardianId, studentId }: LinkRow) {
  const guardian = found(await findGuardian(ctx.db, guardianId!), '家长')
  if (linesOf(await linksOf(ctx.db, studentId), guardian).some(({ maySee }) => !maySee))
    throw new Refusal('该家长或其手机号有监护限制，请先核对监护人信息')
}

export async function decideBinding(ctx: Ctx, { id, agrees }: { id: string; agrees: boolean }) {
  const { link, student } = await linkToDecide(ctx, id)
  if (link.status !== 'pending') throw new Refusal('该申请已被处理')
  if (agrees) {
    await refuseRestricted(ctx, link)
    await bindLink(ctx.db, id, link.guardianId!, 'class-teacher', ctx.now)
    await tellOthers(ctx, id, link.name, student)
  } else await endLink(ctx.db, id, 'ended', ctx.now)
  await tellDecision(ctx, id, link.personId!, student.name, agrees)
  return null
}

/** The school ends it: from the next call on the child is not there for that guardian. */
export async function unbindGuardian(ctx: Ctx, id: string) {
  const { link } = await linkToDecide(ctx, id)
  if (link.status !== 'active' && link.status !== 'pending') throw new Refusal('该家长没有绑定')
  await endLink(ctx.db, id, 'ended', ctx.now)
  await dropRequest(ctx, id)
  return null
}
