import {
  dayOf,
  findContribution,
  invalid,
  newId,
  notFound,
  orNotFound,
  Refusal,
  scopeOf,
  type Ctx,
} from '#packages/core'
import { onConstraint } from '#packages/db'
import { loadFieldCipher } from '#packages/crypto'
import { publish } from '#packages/jobs'
import {
  cancelFlow,
  endFlow,
  listApproversOf,
  lockFlowOf,
  recallRecord,
  resubmitFlow,
  startFlow,
  withdrawDelegations,
} from '#kernel/approval/server/api.ts'
import { createFilesField, claimFiles, listOwnerFiles, releaseFiles } from '#kernel/files/server/api.ts'
import { closeTodos } from '#kernel/message/server/api.ts'
import { isOrgInScope, shareTree } from '#kernel/org/server/api.ts'
import type { Half } from '#kernel/schooling/contract.ts'
import { listWorkDays } from '#kernel/schooling/server/api.ts'
import { leaveEnded, type LeaveForm, type LeaveStatus } from '../contract.ts'
import { countCalendarDays, sumHalves } from './count-days.ts'
import { deleteDays, insertDays, isAway, listDays, updateDayStatus, voidDaysFrom } from './day-queries.ts'
import { updateAway } from './leave-away.ts'
import { arrangeLessons } from './leave-lessons.ts'
import { moveByDate, putInForce } from './leave-in-force.ts'
import { addWorkingDays } from './leave-dates.ts'
import { formatAmount, giveBack, isLotValid, takeFromBalance } from './ledger.ts'
import { listTakenLots, lockLeaveOf } from './ledger-queries.ts'
import {
  cancelledTemplate,
  enteredTemplate,
  notifyAbout,
  proofTemplate,
  proofTodo,
  returnTodo,
  voidTemplate,
} from './leave-notifications.ts'
import { formatSpan, planLeave, requireOpenDays, type LeavePlan } from './plan-leave.ts'
import {
  deleteRequest,
  findApplicant,
  findApplicantInScope,
  findChangeOf,
  findRequest,
  insertRequest,
  updateRequest,
  type Applicant,
  type RequestRow,
  type RequestValues,
} from './request-queries.ts'
import { leaveSetting } from './settings.ts'

/** The key of the approval, and the kind of record that owns the files. */
export const leaveSubject = 'teacher-leave'
export const leaveFiles = 'leave-request'
const files = createFilesField(leaveFiles)

export const getApplicant = async (ctx: Ctx) => orNotFound(await findApplicant(ctx.db, ctx.actor.userId), '人员')

/** A request of the actor. For others it does not exist. */
export async function requireOwn(ctx: Ctx, id: string): Promise<RequestRow> {
  const row = await findRequest(ctx.db, id)
  return orNotFound(row?.personId === ctx.actor.personId ? row : undefined, '请假')
}

/** A request that the actor keeps the attendance of. Drafts are nobody else's. */
async function requireManaged(ctx: Ctx, id: string): Promise<RequestRow> {
  const scope = scopeOf(ctx, 'leave.manage')
  const row = await findRequest(ctx.db, id)
  const isManaged = row && row.status !== 'draft' && (await isOrgInScope(ctx.db, scope, row.orgId))
  return orNotFound(isManaged ? row : undefined, '请假')
}

export const isManagedBy = async (ctx: Ctx, orgId: string): Promise<boolean> => {
  const scope = ctx.actor.permissions.get('leave.manage')
  return scope !== undefined && isOrgInScope(ctx.db, scope, orgId)
}

function requireStatus({ status }: RequestRow, allowed: readonly LeaveStatus[]) {
  if (!allowed.includes(status)) throw new Refusal('请假的状态已变化，请刷新后再试')
}

/**
 * Locks in the order of approvals: the tree, the flow, then the leave of the person. A decision about the request waits,
 * and so does another request of the same person.
 */
export async function lockRequest(
  ctx: Ctx,
  { id, personId }: Pick<RequestRow, 'id' | 'personId'>,
): Promise<RequestRow> {
  await shareTree(ctx)
  await lockFlowOf(ctx, leaveSubject, id)
  await lockLeaveOf(ctx.db, personId)
  return orNotFound(await findRequest(ctx.db, id), '请假')
}

const texts = ['reason', 'contact', 'destination'] as const
type Texts = Record<(typeof texts)[number], string>
const toField = (name: keyof Texts) => `leave_request.${name}`

async function sealTexts(ctx: Ctx, id: string, form: Texts) {
  const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const seal = (name: keyof Texts) => (form[name] ? cipher.encrypt(toField(name), form[name], id) : null)
  return {
    reason: cipher.encrypt(toField('reason'), form.reason, id),
    contact: seal('contact'),
    destination: seal('destination'),
  }
}

export async function openTexts(ctx: Ctx, row: RequestRow): Promise<Texts> {
  const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const open = (name: keyof Texts) => (row[name] ? cipher.decrypt(toField(name), row[name], row.id) : '')
  return { reason: open('reason'), contact: open('contact'), destination: open('destination') }
}

type FormOf = Omit<LeaveForm, 'id' | 'covers'>

export async function toValues(
  ctx: Ctx,
  id: string,
  applicant: Applicant,
  form: FormOf,
  plan: LeavePlan,
): Promise<RequestValues> {
  const { span, amount, type } = plan
  return {
    org_id: applicant.orgId,
    person_id: applicant.personId,
    member_id: applicant.memberId,
    type_id: type.id,
    starts_on: span.startsOn,
    start_half: span.startHalf,
    ends_on: span.endsOn,
    end_half: span.endHalf,
    start_time: span.startTime,
    end_time: span.endTime,
    amount,
    calendar_days: countCalendarDays(span),
    ...(await sealTexts(ctx, id, form)),
    leaves_city: form.leavesCity,
    is_difficult: type.kind === 'maternity' && span.isDifficult === true,
    babies: type.kind === 'maternity' ? (span.babies ?? 1) : 1,
    deputy_id: form.deputyId,
  }
}

/** Keeps a draft, whatever speaks against it. */
export async function saveDraft(ctx: Ctx, form: LeaveForm): Promise<{ id: string }> {
  const before = form.id ? await lockRequest(ctx, await requireOwn(ctx, form.id)) : undefined
  if (before) requireStatus(before, ['draft'])
  const applicant = await getApplicant(ctx)
  const plan = await planLeave(ctx, { applicant, span: form })
  if (form.deputyId) await findDeputy(ctx, applicant, form.deputyId)
  const id = before?.id ?? newId()
  const values = await toValues(ctx, id, applicant, form, plan)
  if (before) await updateRequest(ctx.db, id, values, ctx.now)
  else await insertRequest(ctx.db, { id, ...values, status: 'draft' }, ctx.now)
  await files.save(ctx, id, form.files)
  return { id }
}

export async function removeDraft(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireStatus(await lockRequest(ctx, await requireOwn(ctx, id)), ['draft'])
  await releaseFiles(ctx, { kind: leaveFiles, id })
  await deleteRequest(ctx.db, id)
  return { id }
}

/** The leave that a request would change. */
export const findReplaced = async ({ db }: Ctx, { parentId }: RequestRow) =>
  parentId ? await findRequest(db, parentId) : undefined

/** Sends a new request, a draft, or one that was sent back. */
export async function submitLeave(ctx: Ctx, form: LeaveForm): Promise<{ id: string }> {
  const own = form.id ? await lockRequest(ctx, await requireOwn(ctx, form.id)) : undefined
  if (own) requireStatus(own, ['draft', 'sent-back'])
  else {
    await shareTree(ctx)
    await lockLeaveOf(ctx.db, ctx.actor.personId)
  }
  return sendRequest(ctx, form, own, own && (await findReplaced(ctx, own)))
}

/** Extends or shortens: a request of its own with the whole new span. The old one holds until it is approved. */
export async function changeLeave(ctx: Ctx, form: LeaveForm & { id: string }): Promise<{ id: string }> {
  const replaced = await lockRequest(ctx, await requireOwn(ctx, form.id))
  requireStatus(replaced, ['approved', 'on-leave', 'awaiting-return'])
  const { extension } = await leaveSetting.read(ctx, replaced.orgPath)
  if (extension === 'before-end' && replaced.status === 'awaiting-return') throw new Refusal('假期已结束，不能再变更')
  return sendRequest(ctx, form, undefined, replaced)
}

async function sendRequest(ctx: Ctx, form: LeaveForm, own: RequestRow | undefined, replaced: RequestRow | undefined) {
  const applicant = await getApplicant(ctx)
  const hasFiles = form.files.length > 0
  const plan = await planLeave(ctx, { applicant, span: form, own, replaced, hasFiles })
  if (plan.problems[0]) throw new Refusal(plan.problems[0])
  if (form.deputyId) await requireDeputy(ctx, applicant, form.deputyId, plan)
  const id = own?.id ?? newId()
  const values = await toValues(ctx, id, applicant, form, plan)
  const proof = hasFiles && plan.needsProof ? 'given' : plan.needsProof ? 'due' : 'none'
  const state = { status: 'running', proof, submitted_at: ctx.now, parent_id: replaced?.id ?? null } as const
  if (own) await updateRequest(ctx.db, id, { ...values, ...state }, ctx.now)
  else await insertRequest(ctx.db, { id, ...values, ...state }, ctx.now)
  if (replaced) await keepFiles(ctx, id, replaced.id, form.files)
  await files.save(ctx, id, form.files)
  await deleteDays(ctx.db, id)
  const of = { requestId: id, personId: applicant.personId, typeId: plan.type.id }
  await insertDays(ctx.db, of, replaced ? 'proposed' : 'requested', plan.halves).catch(
    onConstraint('leave_day_once', '与另一次请假重叠'),
  )
  await reserveBalance(ctx, id, applicant, plan, replaced)
  await arrangeLessons(ctx, { id, applicant, plan, covers: form.covers })
  if (replaced) await updateRequest(ctx.db, replaced.id, { status: 'changing' }, ctx.now)
  const flow = {
    subject: leaveSubject,
    id,
    title: `${applicant.name}请假${formatAmount(plan.amount, plan.type.unit)}${replaced ? '（变更）' : ''}`,
    brief: formatSpan(plan.span),
    ...getApproval(applicant, plan, { leavesCity: form.leavesCity, isChange: replaced !== undefined }),
  }
  if (own?.status === 'sent-back') await resubmitFlow(ctx, flow)
  else await startFlow(ctx, flow)
  return { id }
}

/** The files of a leave stay with it when its change takes them along. */
async function keepFiles(ctx: Ctx, id: string, replacedId: string, fileIds: readonly string[]) {
  const before = (await listOwnerFiles(ctx, { kind: leaveFiles, ids: [replacedId] })).get(replacedId) ?? []
  const kept = before.flatMap((file) => (fileIds.includes(file.id) ? [file.id] : []))
  await claimFiles(ctx, kept, { kind: leaveFiles, id, insteadOf: replacedId })
}

/** Whose rules decide, and by which values. A principal's leave goes by the rules of the bureau. */
export const getApproval = (
  { isHead, bureauId, orgId }: Applicant,
  { days, type }: Pick<LeavePlan, 'days' | 'type'>,
  more: { leavesCity: boolean; isChange: boolean },
) => ({ orgId: isHead ? bureauId : orgId, values: { days, kind: type.kind, isHead, ...more } })

/**
 * The balance is taken when a request is sent, so that two requests cannot spend it. A change takes what it needs beyond
 * the request that it would replace, which keeps its own until the approval.
 */
async function reserveBalance(
  ctx: Ctx,
  id: string,
  { personId }: Applicant,
  plan: LeavePlan,
  replaced: RequestRow | undefined,
) {
  await giveBack(ctx, { requestId: id })
  if (!plan.type.needsBalance) return
  const held = replaced ? await listTakenLots(ctx.db, replaced.id) : []
  const valid = held.filter((lot) => lot.typeId === plan.type.id && isLotValid(lot, plan.span.startsOn))
  const amount = Math.max(0, plan.amount - valid.reduce((sum, { taken }) => sum + taken, 0))
  await takeFromBalance(ctx, { personId, typeId: plan.type.id, amount, requestId: id, on: plan.span.startsOn })
}

/** An active colleague of the organisation, or somebody above it. */
async function findDeputy(ctx: Ctx, applicant: Applicant, deputyId: string) {
  const members = findContribution(ctx, 'approvalMembers')
  const active = await members?.listActive(ctx, [deputyId], [applicant.orgId])
  const [deputy] = active?.length ? ((await members?.listMembers(ctx, [deputyId])) ?? []) : []
  if (!deputy) throw invalid([{ field: 'deputyId', msg: '所选人员不存在或已离岗' }])
  if (deputy.personId === applicant.personId) throw invalid([{ field: 'deputyId', msg: '不能代理给自己' }])
  return deputy
}

export async function requireDeputy(
  ctx: Ctx,
  applicant: Applicant,
  deputyId: string,
  { halves }: Pick<LeavePlan, 'halves'>,
) {
  const { personId, name } = await findDeputy(ctx, applicant, deputyId)
  if (await isAway(ctx.db, personId, halves)) throw new Refusal(`${name}在此期间也请假，不能作为代理人`)
}

/** The rules of the flow say until when. */
export async function recallLeave(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  await requireOwn(ctx, id)
  await recallRecord(ctx, leaveSubject, id)
  return { id }
}

/** Before the first day. The approvers are told. */
export async function cancelLeave(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<{ id: string }> {
  const row = await lockRequest(ctx, await requireOwn(ctx, id))
  requireStatus(row, ['approved'])
  if (row.startsOn <= dayOf(ctx.now)) throw new Refusal('请假已开始，请办理销假或变更')
  if (row.isBackEntered) throw new Refusal('补录的请假请由考勤管理员作废')
  await requireOpenDays(ctx, await listDays(ctx.db, id))
  await cancelFlow(ctx, { subject: leaveSubject, id, reason })
  await endLeave(ctx, row, 'cancelled', reason)
  const approvers = (await listApproversOf(ctx, leaveSubject, [id])).get(id) ?? []
  const to = approvers.map(({ personId }) => personId).filter((one) => one !== row.personId)
  await notifyAbout(ctx, row, cancelledTemplate, { to, values: { name: row.name, span: formatSpan(row), reason } })
  return { id }
}

/** Nothing of the leave holds any more. */
export async function endLeave(ctx: Ctx, row: RequestRow, status: 'cancelled' | 'void' | 'replaced', note: string) {
  await updateDayStatus(ctx.db, row.id, 'void')
  await updateAway(ctx, row)
  await giveBack(ctx, { requestId: row.id })
  if (row.deputyId) await withdrawDelegations(ctx, row.id)
  await updateRequest(ctx.db, row.id, { status, note }, ctx.now)
  await closeTodos(ctx, returnTodo(row.id))
  await closeTodos(ctx, proofTodo(row.id))
  await publish(ctx, leaveEnded, { leaveId: row.id })
}

/** 销假: the days from the return on no longer hold, and what they took is given back. */
export async function returnFromLeave(
  ctx: Ctx,
  { id, returnedOn, returnedHalf }: { id: string; returnedOn: string; returnedHalf: Half },
): Promise<{ id: string }> {
  const found = await findRequest(ctx.db, id)
  const isOwn = found?.personId === ctx.actor.personId
  const row = await lockRequest(ctx, isOwn ? found : await requireManagedOrNone(ctx, id))
  if (row.status === 'changing') throw new Refusal('变更正在审批，请先撤回变更')
  requireStatus(row, ['on-leave', 'awaiting-return'])
  if (returnedOn > dayOf(ctx.now)) throw new Refusal('返岗日期不能晚于今天，请返岗后销假')
  const back = `${returnedOn}${returnedHalf}`
  if (back <= `${row.startsOn}${row.startHalf}`)
    throw new Refusal('返岗时间须晚于请假开始；没有休假请联系考勤管理员作废')
  if (isOwn && back > `${row.endsOn}${row.endHalf}` && (await isLateReturn(ctx, row, returnedOn, returnedHalf)))
    throw new Refusal('返岗晚于批准的结束时间，请先申请变更延长')
  const days = await listDays(ctx.db, id)
  const ended = days.filter(({ day, half }) => `${day}${half}` >= back)
  await requireOpenDays(ctx, ended)
  await voidDaysFrom(ctx.db, id, returnedOn, returnedHalf)
  await updateAway(ctx, row)
  await giveBack(ctx, { requestId: id, amount: sumHalves(ended) })
  if (row.deputyId) await withdrawDelegations(ctx, row.id)
  const { proofDays } = await leaveSetting.read(ctx, row.orgPath)
  const dueOn = row.proof === 'due' ? await addWorkingDays(ctx, row.orgId, returnedOn, proofDays) : null
  await updateRequest(
    ctx.db,
    id,
    {
      status: 'closed',
      returned_on: returnedOn,
      returned_half: returnedHalf,
      amount: row.amount - sumHalves(ended),
      proof_due_on: dueOn,
      is_late: false,
    },
    ctx.now,
  )
  await closeTodos(ctx, returnTodo(id))
  if (ended.length > 0) await publish(ctx, leaveEnded, { leaveId: id })
  if (dueOn)
    await notifyAbout(ctx, row, proofTemplate, {
      to: [row.personId],
      values: { span: formatSpan(row), type: row.typeName, due: dueOn },
      subject: proofTodo(id),
    })
  return { id }
}

/** Without the permission a request of somebody else does not exist. */
const requireManagedOrNone = (ctx: Ctx, id: string) => {
  if (!ctx.actor.permissions.has('leave.manage')) throw notFound('请假')
  return requireManaged(ctx, id)
}

/** Whether a working half-day lies between the end of the leave and the return. */
async function isLateReturn(ctx: Ctx, row: RequestRow, day: string, half: Half) {
  const between = await listWorkDays(ctx, row.orgId, row.endsOn, day)
  const end = `${row.endsOn}${row.endHalf}`
  return between.some(
    (one) =>
      one.isWorking &&
      (['am', 'pm'] as const).some((at) => `${one.day}${at}` > end && `${one.day}${at}` < `${day}${half}`),
  )
}

/** When a proof may follow: until the leave is over for good. */
export const proofStatuses: readonly LeaveStatus[] = [
  'running',
  'sent-back',
  'approved',
  'on-leave',
  'awaiting-return',
  'closed',
  'changing',
]
export const isProofOverdue = ({ proof, proofDueOn }: Pick<RequestRow, 'proof' | 'proofDueOn'>, today: string) =>
  proof === 'due' && proofDueOn !== null && proofDueOn < today

/**
 * The applicant within the working days after the return that the setting gives. Later she gives it to an administrator,
 * who judges it and adds it.
 */
export async function addProof(ctx: Ctx, { id, files: fileIds }: { id: string; files: readonly string[] }) {
  const found = await findRequest(ctx.db, id)
  const isOwn = found?.personId === ctx.actor.personId
  const row = await lockRequest(ctx, isOwn ? found : await requireManagedOrNone(ctx, id))
  if (row.proof !== 'due') throw new Refusal('该请假无须补交证明')
  requireStatus(row, proofStatuses)
  if (isOwn && isProofOverdue(row, dayOf(ctx.now)))
    throw new Refusal(`补交证明的期限${row.proofDueOn}已过，请交给考勤管理员`)
  await claimFiles(ctx, fileIds, { kind: leaveFiles, id })
  await updateRequest(ctx.db, id, { proof: 'given' }, ctx.now)
  await closeTodos(ctx, proofTodo(id))
  return { id }
}

/** 代他人补录: in force at once, because an administrator vouches for it. */
export async function enterLeave(ctx: Ctx, form: Omit<LeaveForm, 'id' | 'deputyId' | 'covers'> & { userId: string }) {
  const scope = scopeOf(ctx, 'leave.manage')
  const applicant = orNotFound(await findApplicantInScope(ctx.db, scope, form.userId, dayOf(ctx.now)), '人员')
  if (applicant.personId === ctx.actor.personId) throw new Refusal('不能为本人补录，请提交申请')
  await shareTree(ctx)
  await lockLeaveOf(ctx.db, applicant.personId)
  const hasFiles = form.files.length > 0
  const plan = await planLeave(ctx, { applicant, span: form, isByAdministrator: true, hasFiles })
  if (plan.problems[0]) throw new Refusal(plan.problems[0])
  const id = newId()
  const values = await toValues(ctx, id, applicant, { ...form, deputyId: null }, plan)
  const proof = hasFiles && plan.needsProof ? 'given' : plan.needsProof ? 'due' : 'none'
  const state = { status: 'running', proof, submitted_at: ctx.now, is_back_entered: true } as const
  await insertRequest(ctx.db, { id, ...values, ...state }, ctx.now)
  await files.save(ctx, id, form.files)
  const of = { requestId: id, personId: applicant.personId, typeId: plan.type.id }
  await insertDays(ctx.db, of, 'requested', plan.halves).catch(onConstraint('leave_day_once', '与另一次请假重叠'))
  await reserveBalance(ctx, id, applicant, plan, undefined)
  const row = orNotFound(await findRequest(ctx.db, id))
  await putInForce(ctx, row)
  await notifyAbout(ctx, row, enteredTemplate, {
    to: [row.personId],
    values: { span: formatSpan(row), type: row.typeName, amount: formatAmount(row.amount, row.unit) },
  })
  return { id }
}

/** 作废: with a reason. A change that is with its approvers ends first. */
export async function voidLeave(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<{ id: string }> {
  const before = await requireManaged(ctx, id)
  if (before.personId === ctx.actor.personId) throw new Refusal('不能作废本人的请假，请由其他管理员办理')
  const change = before.status === 'changing' ? await findChangeOf(ctx.db, id) : undefined
  await shareTree(ctx)
  // The request first and its change second, like everybody who acts on the request.
  if (change) await lockFlowOf(ctx, leaveSubject, id)
  // Its end puts this request back into the state that its dates say.
  if (change) await endFlow(ctx, { subject: leaveSubject, id: change.id, reason: '原请假已作废' })
  const row = await lockRequest(ctx, before)
  requireStatus(row, ['approved', 'on-leave', 'awaiting-return', 'closed'])
  await requireOpenDays(
    ctx,
    (await listDays(ctx.db, id)).filter(({ status }) => status !== 'void'),
  )
  if (!row.isBackEntered) await cancelFlow(ctx, { subject: leaveSubject, id, reason })
  await endLeave(ctx, row, 'void', reason)
  await notifyAbout(ctx, row, voidTemplate, {
    to: [row.personId],
    values: { span: formatSpan(row), type: row.typeName, reason },
  })
  return { id }
}

/** A change came to nothing: the request that it would have replaced goes on by its dates. */
export async function restoreReplaced(ctx: Ctx, { parentId }: RequestRow) {
  const parent = parentId ? await findRequest(ctx.db, parentId) : undefined
  if (parent?.status !== 'changing') return
  await closeTodos(ctx, returnTodo(parent.id))
  await moveByDate(ctx, parent)
}
