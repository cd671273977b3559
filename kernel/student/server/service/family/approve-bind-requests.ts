import { dayOf, orNotFound, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { maskPhone } from '#kernel/identity/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import type { Relation } from '../../../contract.ts'
import {
  bindGuardianLink,
  countBindRequestsInScope,
  endGuardianLink,
  findGuardian,
  lockGuardianLink,
  listGuardianLinks,
  listBindRequestsInScope,
  type GuardianLinkRow,
} from '../../guardian-queries.ts'
import { hideText } from '../../hidden-fields.ts'
import { decryptGuardianPhone } from '../../encrypted-fields.ts'
import { findStudent } from '../students/scope-checks.ts'
import { linksOfGuardian } from './guardian-bindings.ts'
import { closeBindRequestTodos, notifyBindDecision, notifyOtherGuardians } from './bind-notifications.ts'

const bindPermission = 'student.account'
const maxRequestsShown = 200
const maxCounted = 1000

/** The bind requests that the caller may decide, oldest first. */
export async function listBindRequests(ctx: Ctx) {
  const day = dayOf(ctx.now)
  const rows = await listBindRequestsInScope(ctx.db, scopeOf(ctx, bindPermission), day, maxRequestsShown)
  const classes = await describeClasses(ctx, { classIds: rows.flatMap(({ classId }) => classId ?? []) }, day)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return rows.map(({ id, studentId, studentName, classId, name, relation, phone, at }) => ({
    id,
    studentId,
    studentName,
    name,
    relation: relation as Relation,
    at: at.toISOString(),
    className: classes.get(classId ?? '')?.label ?? '',
    phone: hideText(ctx, 'guardianPhone', maskPhone(decryptGuardianPhone(fields, id, phone))),
  }))
}

export const countBindRequests = async (ctx: Ctx) => ({
  count: await countBindRequestsInScope(ctx.db, scopeOf(ctx, bindPermission), dayOf(ctx.now), maxCounted),
})

/** Throws `notFound` for links to pupils outside the caller's scope. */
async function requireLinkInScope(ctx: Ctx, id: string) {
  const link = orNotFound(await lockGuardianLink(ctx.db, id), '家长')
  const student = await findStudent(ctx, bindPermission, link.studentId).catch((error: unknown) => {
    throw error instanceof Refusal ? notFound('家长') : error
  })
  return { link, student }
}

/** Any link of this guardian may restrict custody, also one that was added after the request. */
async function refuseRestrictedGuardian(ctx: Ctx, { guardianId, studentId }: GuardianLinkRow) {
  const guardian = orNotFound(await findGuardian(ctx.db, guardianId!), '家长')
  if (linksOfGuardian(await listGuardianLinks(ctx.db, studentId), guardian).some(({ maySee }) => !maySee))
    throw new Refusal('该家长或其手机号有监护限制，请先核对监护人信息')
}

export async function decideBindRequest(ctx: Ctx, { id, agrees }: { id: string; agrees: boolean }) {
  const { link, student } = await requireLinkInScope(ctx, id)
  if (link.status !== 'pending') throw new Refusal('该申请已被处理')
  if (agrees) {
    await refuseRestrictedGuardian(ctx, link)
    await bindGuardianLink(ctx.db, id, link.guardianId!, 'class-teacher', ctx.now)
    await notifyOtherGuardians(ctx, id, link.name, student)
  } else await endGuardianLink(ctx.db, id, 'ended', ctx.now)
  await notifyBindDecision(ctx, id, link.personId!, student.name, agrees)
  return null
}

/** The guardian loses access to the child with the next request. */
export async function unbindGuardian(ctx: Ctx, id: string) {
  const { link } = await requireLinkInScope(ctx, id)
  if (link.status !== 'active' && link.status !== 'pending') throw new Refusal('该家长没有绑定')
  await endGuardianLink(ctx.db, id, 'ended', ctx.now)
  await closeBindRequestTodos(ctx, id)
  return null
}
