import { addDays, dayOf, findContribution, orNotFound, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { getFlowsOf } from '#kernel/approval/server/api.ts'
import { listOwnerFiles } from '#kernel/files/server/api.ts'
import { getWorkTimes, listWorkDays } from '#kernel/schooling/server/api.ts'
import { listSettingTags } from '#kernel/setting/server/api.ts'
import type { CoverLesson } from '#engines/cover/contract.ts'
import { coverSetting } from '#engines/cover/server/api.ts'
import type { LeaveChoices, LeaveCount, LeaveDetail, LeaveSpan } from '../contract.ts'
import { countCalendarDays, listPerDay } from './count-days.ts'
import { listDays } from './day-queries.ts'
import { mayKnow } from './leave-approval.ts'
import { listLessonsInLeave } from './leave-lessons.ts'
import { fromHundredths } from './ledger.ts'
import { listBalances } from './ledger-queries.ts'
import { formatClock, planLeave } from './plan-leave.ts'
import {
  findApplicantInScope,
  findChangeOf,
  findRequest,
  listLastUsedTypes,
  listSuggestedDeputies,
  type RequestRow,
} from './request-queries.ts'
import {
  findReplaced,
  getApplicant,
  getApproval,
  isManagedBy,
  isProofOverdue,
  leaveFiles,
  leaveSubject,
  openTexts,
  proofStatuses,
  requireOwn,
} from './requests.ts'
import { leaveSetting } from './settings.ts'
import { findType } from './type-queries.ts'
import { listTypesAt } from './types.ts'

/** Longer than the holidays of a summer. */
const mostDaysOff = 92

/** Until the organisation has its own list. */
const usualReasons = ['身体不适', '就医', '孩子生病', '家中有事', '个人事务']

/** All that the form needs: the types of the caller with what is left of them, and the usual reasons. */
export async function getLeaveChoices(ctx: Ctx): Promise<LeaveChoices> {
  const applicant = await getApplicant(ctx)
  const today = dayOf(ctx.now)
  const types = await listTypesAt(ctx, applicant.orgId)
  const balances = await listBalances(ctx.db, [applicant.personId], today)
  const setting = await leaveSetting.read(ctx, applicant.orgPath)
  const { am } = await getWorkTimes(ctx, applicant.orgId)
  const used = await listLastUsedTypes(ctx.db, applicant.personId)
  const rank = ({ id }: { id: string }) => (used.includes(id) ? used.indexOf(id) : used.length)
  const coming = await listWorkDays(ctx, applicant.orgId, today, addDays(today, mostDaysOff))
  const reasons = (await listSettingTags(ctx, applicant.orgPath, 'leaveReason')).map(({ name }) => name)
  const left = new Map(balances.map(({ typeId, amount }) => [typeId, amount]))
  return {
    types: types
      .filter(({ sexLimit }) => sexLimit === null || applicant.sex === sexLimit)
      .toSorted((one, two) => rank(one) - rank(two))
      .map((type) => ({
        id: type.id,
        name: type.name,
        kind: type.kind,
        unit: type.unit,
        includesHolidays: type.includesHolidays,
        needsBalance: type.needsBalance,
        balance: type.needsBalance ? fromHundredths(left.get(type.id) ?? 0) : null,
        proofAfterDays: type.proofAfterDays,
        backdateDays: type.backdateDays ?? setting.backdateDays,
      })),
    reasons: reasons.length > 0 ? reasons : usualReasons,
    noon: formatClock(am[1]),
    today,
    workDays: coming
      .filter(({ isWorking }) => isWorking)
      .slice(0, 2)
      .map(({ day }) => day),
    deputies: await listSuggestedDeputies(ctx.db, applicant, today),
    beforeLeave: (await coverSetting.read(ctx, applicant.orgPath)).beforeLeave,
  }
}

type CountedSpan = LeaveSpan & { change: string | null; userId: string | null; hasFiles: boolean }

/** The plan of a span, for the caller or for somebody whose attendance the caller keeps. */
async function planSpan(ctx: Ctx, { change, userId, hasFiles, ...span }: CountedSpan) {
  const isOther = userId !== null && userId !== ctx.actor.userId
  const applicant = isOther
    ? orNotFound(await findApplicantInScope(ctx.db, scopeOf(ctx, 'leave.manage'), userId, dayOf(ctx.now)), '人员')
    : await getApplicant(ctx)
  const existing = change ? await requireOwn(ctx, change) : undefined
  // A draft and a request that was sent back are sent again: their own days are free, and those of the leave they change.
  const own = existing && ['draft', 'sent-back'].includes(existing.status) ? existing : undefined
  const replaced = own ? await findReplaced(ctx, own) : existing
  const request = { applicant, span, isByAdministrator: isOther, hasFiles, own, replaced }
  const plan = await planLeave(ctx, request).catch((error: unknown) => {
    // A span that cannot be counted is a problem of the form, not of the call.
    if (error instanceof Refusal && error.ret === Ret.refused) return error
    throw error
  })
  return { applicant, plan, isChange: replaced !== undefined }
}

/** The lessons in a span; none if it cannot be counted. */
export async function listLessonsOfSpan(ctx: Ctx, span: CountedSpan): Promise<CoverLesson[]> {
  const { applicant, plan } = await planSpan(ctx, span)
  return plan instanceof Refusal ? [] : listLessonsInLeave(ctx, applicant, plan.span, plan.halves)
}

/** What a span counts. */
export async function countLeave(ctx: Ctx, span: CountedSpan): Promise<LeaveCount> {
  const { applicant, plan, isChange } = await planSpan(ctx, span)
  const more = { leavesCity: false, isChange }
  if (plan instanceof Refusal) {
    const type = orNotFound(await findType(ctx.db, span.typeId), '假期类型')
    return {
      calendarDays: 0,
      amount: 0,
      perDay: [],
      composition: '',
      needsProof: false,
      proofDays: 0,
      balanceAfter: null,
      unit: type.unit,
      problems: [plan.message],
      approval: getApproval(applicant, { days: 0, type }, more),
    }
  }
  const { amount, type, halves, composition, problems, needsProof, proofDays, balanceAfter } = plan
  return {
    calendarDays: countCalendarDays(plan.span),
    amount: fromHundredths(amount),
    unit: type.unit,
    perDay: listPerDay(halves),
    composition,
    problems,
    needsProof,
    proofDays,
    balanceAfter,
    approval: getApproval(applicant, plan, more),
  }
}

/** One request, for those who may know what it is about. For everybody else it does not exist. */
export async function getLeaveDetail(ctx: Ctx, { id }: { id: string }): Promise<LeaveDetail> {
  const found = await findRequest(ctx.db, id)
  const row = orNotFound(found && (await mayKnow(ctx, found)) ? found : undefined, '请假')
  const isMine = row.personId === ctx.actor.personId
  const files = (await listOwnerFiles(ctx, { kind: leaveFiles, ids: [id] })).get(id) ?? []
  const [deputy] = row.deputyId
    ? ((await findContribution(ctx, 'approvalMembers')?.listMembers(ctx, [row.deputyId])) ?? [])
    : []
  const flow = (await getFlowsOf(ctx, leaveSubject, [id])).get(id)
  const days = await listDays(ctx.db, id)
  const held = days.filter(({ status }) => status !== 'void')
  return {
    id,
    applicant: { userId: row.memberId, name: row.name, department: row.department, orgName: row.orgName },
    typeId: row.typeId,
    typeName: row.typeName,
    kind: row.kind,
    unit: row.unit,
    startsOn: row.startsOn,
    startHalf: row.startHalf,
    endsOn: row.endsOn,
    endHalf: row.endHalf,
    startTime: row.startTime,
    endTime: row.endTime,
    returnedOn: row.returnedOn,
    amount: fromHundredths(row.amount),
    calendarDays: row.calendarDays,
    perDay: listPerDay(held.length > 0 ? held : days),
    ...(await openTexts(ctx, row)),
    leavesCity: row.leavesCity,
    ...(row.kind === 'maternity' && { isDifficult: row.isDifficult, babies: row.babies }),
    deputy: deputy ? { id: deputy.memberId, name: deputy.name } : null,
    files: files.map((file) => ({ id: file.id, name: file.name, size: file.size })),
    status: row.status,
    proof: row.proof,
    proofDueOn: row.proofDueOn,
    isProofOverdue: isProofOverdue(row, dayOf(ctx.now)),
    isBackEntered: row.isBackEntered,
    note: row.note,
    flowId: flow?.id ?? null,
    parentId: row.parentId,
    changedById: (await findChangeOf(ctx.db, id))?.id ?? null,
    isMine,
    may: isMine
      ? listOwnActions(row, dayOf(ctx.now))
      : (await isManagedBy(ctx, row.orgId))
        ? listManagerActions(row)
        : [],
  }
}

type Action = LeaveDetail['may'][number]
const ownActions: Partial<Record<RequestRow['status'], readonly Action[]>> = {
  draft: ['edit', 'submit', 'remove'],
  'sent-back': ['edit', 'submit', 'recall'],
  running: ['recall'],
  'on-leave': ['change', 'back'],
  'awaiting-return': ['change', 'back'],
}
function listOwnActions(row: RequestRow, today: string): Action[] {
  const { status, startsOn, isBackEntered } = row
  const actions: Action[] = [...(ownActions[status] ?? [])]
  if (status === 'approved')
    actions.push('change', ...(startsOn > today && !isBackEntered ? (['cancel'] as const) : []))
  if (needsProof(row) && !isProofOverdue(row, today)) actions.push('proof')
  return actions
}

const needsProof = ({ proof, status }: RequestRow) => proof === 'due' && proofStatuses.includes(status)

function listManagerActions(row: RequestRow): Action[] {
  const { status } = row
  const isAway = status === 'on-leave' || status === 'awaiting-return'
  const isHeld = isAway || status === 'approved' || status === 'closed' || status === 'changing'
  const actions: Action[] = []
  if (isAway) actions.push('back')
  if (needsProof(row)) actions.push('proof')
  if (isHeld) actions.push('void')
  return actions
}
