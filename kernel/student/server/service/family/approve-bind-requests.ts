import { dayOf, orNotFound, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { decideRecord, defineSubject, endFlow, lockFlowOf } from '#kernel/approval/server/api.ts'
import { maskPhone } from '#kernel/identity/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { relations, type Relation } from '../../../contract.ts'
import {
  bindGuardianLink,
  countBindRequestsInScope,
  endGuardianLink,
  findBindPupil,
  findGuardian,
  findGuardianLink,
  lockGuardianLink,
  listGuardianLinks,
  listBindRequestsInScope,
  type GuardianLinkRow,
} from '../../guardian-queries.ts'
import { hideText } from '../../hidden-fields.ts'
import { decryptGuardianPhone } from '../../encrypted-fields.ts'
import { findStudent, isStudentInScope } from '../students/scope-checks.ts'
import { linksOfGuardian } from './guardian-bindings.ts'
import { bindSubject, notifyBindDecision, notifyOtherGuardians } from './bind-notifications.ts'

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

/** A parent who is on no roster asks the class teacher. What families may not know: whether the child exists. */
export const bindApproval = defineSubject({
  key: bindSubject,
  title: '家长绑定',
  // Nobody confirms the own binding, and none passes without a second person.
  flag: 'personnel',
  fields: { classId: { label: '班级', type: 'class' } },
  rules: {
    name: '家长绑定确认',
    steps: [
      {
        key: 'confirm',
        name: '班主任确认',
        type: 'approve',
        approver: { kind: 'class-head', with: { field: 'classId' } },
        empty: 'named',
        emptyTo: { kind: 'role', with: { template: 'school-admin' } },
        allow: { transfer: true, addSign: true, return: false },
      },
    ],
  },
  url: () => '/baseData/Student?bindRequests=1',
  isHiddenFromApplicant: true,
  describe: describeBindRequest,
  canRead: async (ctx, id) => {
    const link = await findGuardianLink(ctx.db, id)
    return link !== undefined && isStudentInScope(ctx, bindPermission, link.studentId, dayOf(ctx.now))
  },
  onApproved: approveBinding,
  onRejected: refuseBinding,
  mayReturn: false,
  onReturned: () => Promise.reject(new Refusal('绑定申请不能退回，请同意或拒绝')),
  onRecalled: endPendingBinding,
  onTerminated: endPendingBinding,
})

async function describeBindRequest(ctx: Ctx, id: string) {
  const link = orNotFound(await findGuardianLink(ctx.db, id), '家长')
  const pupil = orNotFound(await findBindPupil(ctx.db, link.studentId, dayOf(ctx.now)), '学生')
  const classes = await describeClasses(ctx, { classIds: pupil.classId ? [pupil.classId] : [] }, dayOf(ctx.now))
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const phone = hideText(ctx, 'guardianPhone', maskPhone(decryptGuardianPhone(fields, id, link.phone)))
  return {
    lead: [
      { label: '学生', value: pupil.name },
      { label: '班级', value: classes.get(pupil.classId ?? '')?.label ?? '未编班' },
      { label: '家长', value: link.name },
      { label: '关系', value: relations[link.relation as Relation] },
    ],
    facts: phone ? [{ label: '手机', value: phone }] : [],
    files: [],
  }
}

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

/** Whoever confirms is in charge of the pupil now: a former class teacher and deputies are not. */
async function approveBinding(ctx: Ctx, id: string) {
  const { link, student } = await requireLinkInScope(ctx, id)
  if (link.status !== 'pending') throw new Refusal('该申请已被处理')
  await refuseRestrictedGuardian(ctx, link)
  await bindGuardianLink(ctx.db, id, link.guardianId!, 'class-teacher', ctx.now)
  await notifyOtherGuardians(ctx, id, link.name, student.id)
  await notifyBindDecision(ctx, id, link.personId!, student.name, true)
}

async function refuseBinding(ctx: Ctx, id: string) {
  await requireLinkInScope(ctx, id)
  await endPendingBinding(ctx, id)
}

/** Nothing happens if the guardian was bound or unbound otherwise meanwhile. */
async function endPendingBinding(ctx: Ctx, id: string) {
  const link = await lockGuardianLink(ctx.db, id)
  if (link?.status !== 'pending') return
  await endGuardianLink(ctx.db, id, 'ended', ctx.now)
  const pupil = await findBindPupil(ctx.db, link.studentId, dayOf(ctx.now))
  await notifyBindDecision(ctx, id, link.personId!, pupil?.name ?? '', false)
}

/** The class teacher decides, or somebody else who is in charge of the pupil. */
export async function decideBindRequest(ctx: Ctx, { id, agrees }: { id: string; agrees: boolean }) {
  await lockFlowOf(ctx, bindSubject, id)
  const { link } = await requireLinkInScope(ctx, id)
  if (link.status !== 'pending') throw new Refusal('该申请已被处理')
  const opinion = agrees ? '' : '未确认监护关系'
  await decideRecord(ctx, { subject: bindSubject, id, isAgreed: agrees, opinion, mayTakeOver: true })
  return null
}

/** The guardian loses access to the child with the next request. */
export async function unbindGuardian(ctx: Ctx, id: string) {
  await lockFlowOf(ctx, bindSubject, id)
  const { link } = await requireLinkInScope(ctx, id)
  if (link.status !== 'active' && link.status !== 'pending') throw new Refusal('该家长没有绑定')
  await endGuardianLink(ctx.db, id, 'ended', ctx.now)
  if (link.status === 'pending') await endFlow(ctx, { subject: bindSubject, id, reason: '学校已解除绑定' })
  return null
}
