import { orNotFound, type Ctx } from '#packages/core'
import { defineSubject, findReaderOf, type SubjectReader } from '#kernel/approval/server/api.ts'
import { listOwnerFiles, type FileOwner } from '#kernel/files/server/api.ts'
import { labelOf } from '#packages/contract'
import { halves } from '#kernel/schooling/contract.ts'
import { cancelCoversOf, moveCoversTo } from '#engines/cover/server/api.ts'
import { describeBirth } from '../contract.ts'
import { listAwayInDepartment, updateDayStatus } from './day-queries.ts'
import { awaySource, updateAway } from './leave-away.ts'
import { describeLessons, listLessonsOfRequest } from './leave-lessons.ts'
import { putInForce, requireOpenRequest } from './leave-in-force.ts'
import { formatAmount, giveBack, takeFromBalance } from './ledger.ts'
import { lockLeaveOf } from './ledger-queries.ts'
import { getLeaveUrl } from './leave-notifications.ts'
import { findRequest, updateRequest, type RequestRow } from './request-queries.ts'
import { endLeave, isManagedBy, leaveFiles, leaveSubject, openTexts, restoreReplaced } from './requests.ts'

/** Longer leave is also decided by the head of the organisation. */
const headAboveDays = 3
const isNotHead = { field: 'isHead', op: 'eq', value: false } as const
const orAdministrators = { kind: 'permission', with: { permission: 'leave.manage', nearest: 1 } } as const

export const leaveApproval = defineSubject({
  key: leaveSubject,
  title: '教职工请假',
  flag: 'personnel',
  fields: {
    days: { label: '天数', type: 'number' },
    kind: { label: '假期类别', type: 'text' },
    isHead: { label: '单位负责人', type: 'boolean' },
    leavesCity: { label: '离开本市', type: 'boolean' },
    isChange: { label: '变更', type: 'boolean' },
  },
  rules: {
    name: '教职工请假',
    recall: 'any',
    dedupe: 'all',
    steps: [
      {
        key: 'department',
        name: '部门负责人审批',
        type: 'approve',
        when: isNotHead,
        approver: { kind: 'department-head' },
        // The head of a department asks the head of the organisation.
        self: 'superior',
        empty: 'named',
        emptyTo: { kind: 'organisation-head' },
        dueHours: 8,
      },
      {
        key: 'head',
        name: '单位负责人审批',
        type: 'approve',
        when: { and: [isNotHead, { field: 'days', op: 'gt', value: headAboveDays }] },
        approver: { kind: 'organisation-head' },
        self: 'superior',
        empty: 'named',
        emptyTo: orAdministrators,
        dueHours: 16,
      },
      {
        key: 'bureau',
        name: '教育局审批',
        type: 'approve',
        when: { field: 'isHead', op: 'eq', value: true },
        approver: orAdministrators,
        empty: 'named',
        emptyTo: { kind: 'role', with: { template: 'district-admin', in: 'district' } },
        dueHours: 16,
      },
      { key: 'attendance', name: '抄送考勤管理员', type: 'copy', approver: orAdministrators },
    ],
  },
  isVoidOnLeave: true,
  url: getLeaveUrl,
  describe: describeLeave,
  canRead: mayRead,
  onApproved: approveLeave,
  onRejected: (ctx, id) => closeRequest(ctx, id, 'rejected'),
  onReturned: async (ctx, id) => updateRequest(ctx.db, id, { status: 'sent-back' }, ctx.now).then(() => {}),
  onRecalled: (ctx, id) => closeRequest(ctx, id, 'recalled'),
  onTerminated: (ctx, id) => closeRequest(ctx, id, 'cancelled'),
})

/** Reason, type and files are for the applicant, the approvers and those who keep the attendance. */
export async function mayRead(ctx: Ctx, id: string): Promise<boolean> {
  const row = await findRequest(ctx.db, id)
  return row !== undefined && mayKnow(ctx, row)
}

export async function mayKnow(ctx: Ctx, row: RequestRow): Promise<boolean> {
  if (row.personId === ctx.actor.personId) return true
  if (row.status === 'draft') return false
  if (await isManagedBy(ctx, row.orgId)) return true
  // Somebody with a copy, or an administrator of flows, is one of its people too, and knows no more than colleagues.
  const reader = await findReaderOf(ctx, leaveSubject, row.id)
  return reader !== undefined && (reader.isApprover || reader.deputyFor.length > 0)
}

export const leaveFileOwner: FileOwner = { kind: leaveFiles, canRead: mayRead, isInternal: true }

async function describeLeave(ctx: Ctx, id: string, { isApprover, isDeputy }: SubjectReader) {
  const row = orNotFound(await findRequest(ctx.db, id), '请假')
  const isKnown = isApprover || isDeputy || (await mayKnow(ctx, row))
  const span = [
    { label: '开始', value: formatMoment(row.startsOn, row.startTime ?? labelOf(halves, row.startHalf)) },
    { label: '结束', value: formatMoment(row.endsOn, row.endTime ?? labelOf(halves, row.endHalf)) },
    { label: '时长', value: formatAmount(row.amount, row.unit) },
  ]
  if (!isKnown) return { lead: span, facts: [], files: [] }
  const texts = await openTexts(ctx, row)
  const away = await listAwayInDepartment(ctx.db, { memberId: row.memberId, from: row.startsOn, to: row.endsOn })
  const before = row.parentId ? await findRequest(ctx.db, row.parentId) : undefined
  const files = (await listOwnerFiles(ctx, { kind: leaveFiles, ids: [id] })).get(id) ?? []
  const facts = [
    { label: '请假事由', value: texts.reason },
    { label: '同期请假', value: away.length > 0 ? away.join('、') : '本部门无人' },
    {
      label: '变更前',
      value: before ? `${before.startsOn}至${before.endsOn}，${formatAmount(before.amount, before.unit)}` : '',
    },
    { label: '去向', value: [texts.destination, row.leavesCity ? '离开本市' : ''].filter(Boolean).join('，') },
    { label: '联系电话', value: texts.contact },
    { label: '课程安排', value: describeLessons(await listLessonsOfRequest(ctx, row)) },
    { label: '生育情况', value: row.kind === 'maternity' ? describeBirth(row) : '' },
    { label: '证明', value: row.proof === 'due' ? '待补' : '' },
  ]
  return {
    lead: [{ label: '假期类型', value: row.typeName }, ...span],
    facts: facts.filter(({ value }) => value !== ''),
    files: files.map((file) => ({ id: file.id, name: file.name, size: file.size })),
  }
}

const formatMoment = (day: string, at: string) => `${day} ${at}`

const lockFor = async (ctx: Ctx, id: string): Promise<RequestRow> => {
  const { personId } = orNotFound(await findRequest(ctx.db, id), '请假')
  await lockLeaveOf(ctx.db, personId)
  return orNotFound(await findRequest(ctx.db, id), '请假')
}

/** A change takes the place of the request before it: its days, its balance and its deputy. */
async function approveLeave(ctx: Ctx, id: string) {
  const row = await lockFor(ctx, id)
  const replaced = row.parentId ? await findRequest(ctx.db, row.parentId) : undefined
  if (!replaced) await requireOpenRequest(ctx, row)
  else {
    await moveCoversTo(ctx, { source: awaySource, from: replaced.id, to: id })
    await endLeave(ctx, replaced, 'replaced', '')
    await giveBack(ctx, { requestId: id })
    const { personId, typeId, amount, startsOn } = row
    if (row.needsBalance) await takeFromBalance(ctx, { personId, typeId, amount, requestId: id, on: startsOn })
  }
  await putInForce(ctx, row)
}

async function closeRequest(ctx: Ctx, id: string, status: 'rejected' | 'recalled' | 'cancelled') {
  const row = await lockFor(ctx, id)
  await updateDayStatus(ctx.db, id, 'void')
  await updateAway(ctx, row)
  await cancelCoversOf(ctx, { source: awaySource, ref: id })
  await giveBack(ctx, { requestId: id })
  await updateRequest(ctx.db, id, { status, proof: row.proof === 'due' ? 'none' : row.proof }, ctx.now)
  await restoreReplaced(ctx, row)
}
