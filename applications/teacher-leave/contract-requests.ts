import { z } from 'zod'
import {
  choice,
  date,
  datetime,
  decimal,
  entitiesOf,
  entityRoutes,
  enumOf,
  flag,
  idOf,
  integer,
  intParam,
  labels,
  optionalIdOf,
  organisation,
  owner,
  person,
  reference,
  routesOf,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { halves, workDayTypes } from '#kernel/schooling/contract.ts'
import { coverItem, coverLesson } from '#engines/cover/contract.ts'
import { leaveKinds, leaveUnits } from './contract-types.ts'
import { manifest } from './manifest.ts'

const entity = entitiesOf(manifest)
const route = routesOf(manifest)
export const leaveTypeReference = reference('leave-type', 'leave_type')

/**
 * running: with its approvers · sent-back: returned to the applicant · approved: not begun yet · on-leave and
 * awaiting-return: by date, moved every night · changing: an extension or a shortening of it is with the approvers ·
 * replaced: that change was approved, and the new request holds in its place.
 */
export const leaveStatuses = labels({
  draft: { label: '草稿', tone: 'info' },
  running: { label: '审批中', tone: 'warning' },
  'sent-back': { label: '退回修改', tone: 'warning' },
  approved: { label: '已批准', tone: 'success' },
  'on-leave': { label: '休假中', tone: 'success' },
  'awaiting-return': { label: '待销假', tone: 'warning' },
  closed: { label: '已销假', tone: 'closed', isNormal: true },
  rejected: { label: '未批准', tone: 'error' },
  recalled: { label: '已撤回', tone: 'closed' },
  cancelled: { label: '已取消', tone: 'closed' },
  changing: { label: '变更中', tone: 'warning' },
  replaced: { label: '已变更', tone: 'closed' },
  void: { label: '已作废', tone: 'closed' },
})
export type LeaveStatus = keyof typeof leaveStatuses

/** Whether a proof is asked for: 待补证明 until three working days after the return. */
export const proofStates = labels({
  none: '无须证明',
  due: { label: '待补证明', tone: 'warning' },
  given: { label: '已交证明', tone: 'success' },
})

const type = leaveTypeReference('类型', { column: 'type_id', write: 'server', required: true, width: 96 })
const shown = {
  startsOn: date('开始日期', { write: 'server', required: true }),
  startHalf: choice('开始时段', halves, { write: 'server', show: 'list', required: true }),
  endsOn: date('结束日期', { write: 'server', required: true }),
  endHalf: choice('结束时段', halves, { write: 'server', show: 'list', required: true }),
  unit: choice('单位', leaveUnits, { write: 'server', show: 'list', required: true }),
  /** In hundredths of a day, or of an hour. */
  amount: decimal('计', { unit: '', write: 'server', required: true, width: 80 }),
  calendarDays: integer('自然日', { write: 'server', show: 'list', required: true }),
  status: status('状态', leaveStatuses),
  proof: choice('证明', proofStates, { write: 'server', show: 'list', required: true }),
  submittedAt: datetime('提交时间', { dropAt: 2 }),
  /** It extends or shortens another request. */
  isChange: flag('变更', { write: 'server', show: 'list' }),
}

/** 我的请假: one's own requests, also those at former organisations. */
export const ownLeave = entity('own-leave', {
  title: '请假',
  measure: '条',
  versioned: false,
  access: { read: 'staff' },
  scope: { owner: 'personId' },
  fields: { personId: owner({ of: 'person' }), type, ...shown },
  name: 'type',
  list: {
    columns: ['startsOn', 'endsOn', 'amount', 'submittedAt', 'status'],
    filters: ['status', 'startsOn'],
    search: ['type'],
    order: ['-startsOn'],
  },
  form: [],
})
export interface OwnLeave extends RowOf<typeof ownLeave> {}

/** 请假记录: the requests of an organisation, for those who keep its attendance. Drafts are not in it. */
export const leaveRecord = entity('leave-record', {
  title: '请假记录',
  measure: '条',
  versioned: false,
  access: { read: 'leave.manage' },
  scope: { org: 'org' },
  fields: {
    applicant: person('姓名', { column: 'person_id', write: 'server', required: true, width: 104 }),
    org: organisation('单位', { column: 'org_id', write: 'server', required: true, dropAt: 4 }),
    department: text('部门', { max: 100, column: 'department_name', write: 'server', dropAt: 3 }),
    type,
    ...shown,
    isBackEntered: flag('补录', { write: 'server', show: 'list' }),
  },
  name: 'applicant',
  list: {
    columns: ['department', 'org', 'type', 'startsOn', 'endsOn', 'amount', 'proof', 'submittedAt', 'status'],
    filters: ['status', 'type', 'startsOn'],
    /** long: more than 15 days · late: not back from leave · proof: a proof is due. */
    extraFilters: { box: { label: '范围', options: { long: '长假', late: '逾期未销假', proof: '待补证明' } } },
    search: ['applicant', 'department'],
    order: ['-startsOn'],
  },
  form: [],
  export: { isOfPeople: true },
})
export interface LeaveRecord extends RowOf<typeof leaveRecord> {}

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请填写时间')
/** An address has no null. */
const timeInQuery = z
  .codec(time.or(z.literal('')), time.nullable(), { decode: (text) => text || null, encode: (value) => value ?? '' })
  .default(null)
const yesInQuery = z.codec(z.literal(['', '1']), z.boolean(), {
  decode: (text) => text === '1',
  encode: (value) => (value ? '1' : ''),
})
export const mostBabies = 9
/** Of a type by the hour `startTime` and `endTime` count, of the others the halves. */
const span = {
  typeId: idOf('leave-type'),
  startsOn: z.iso.date('请选择开始日期'),
  startHalf: enumOf(halves),
  endsOn: z.iso.date('请选择结束日期'),
  endHalf: enumOf(halves),
  startTime: time.nullable().default(null),
  endTime: time.nullable().default(null),
  /** 产假: 难产, and the number of babies. Other types ignore them. */
  isDifficult: z.boolean().optional(),
  babies: z.int().min(1).max(mostBabies).optional(),
}
export const leaveSpan = z.object(span)
export type LeaveSpan = z.output<typeof leaveSpan>

/** 难产，双胞胎; empty for the usual birth. */
export const describeBirth = ({ isDifficult = false, babies = 1 }: Pick<LeaveSpan, 'isDifficult' | 'babies'>) =>
  [isDifficult ? '难产' : '', babies > 1 ? `${'双三四五六七八九'[babies - 2]}胞胎` : ''].filter(Boolean).join('，')

/** What the days of a span count: the same function for the form, the approval, the ledger and the export. */
export const leaveCount = z.object({
  calendarDays: z.int(),
  /** In days, or in hours of a type by the hour: 1.5. */
  amount: z.number(),
  unit: enumOf(leaveUnits),
  perDay: z.array(z.object({ date: z.iso.date(), type: enumOf(workDayTypes), name: z.string(), counted: z.number() })),
  /** 产假: 基础98天 + 奖励60天 + 难产15天 = 173天; empty for other types. */
  composition: z.string(),
  /** Why it could not be submitted: 与…重叠, 年休假余额不足，剩余1天. */
  problems: z.array(z.string()),
  /** A proof is asked for; it may follow until so many working days after the return. */
  needsProof: z.boolean(),
  proofDays: z.int(),
  /** Left of the type after this leave; null without a balance. */
  balanceAfter: z.number().nullable(),
  /** Whose rules decide the request, and the values that its path depends on: for the preview of the approvers. */
  approval: z.object({
    orgId: idOf('organisation'),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
})
export type LeaveCount = z.output<typeof leaveCount>

const reason = z.string().trim().min(1, '请填写请假事由').max(300, '请假事由不超过300字')
export const leaveForm = z.object({
  /** An own draft, or a request that was sent back; absent for a new one. */
  id: optionalIdOf('leave-request').default(null),
  ...span,
  reason,
  contact: z.string().trim().max(30, '联系电话不超过30字').default(''),
  destination: z.string().trim().max(60, '去向不超过60字').default(''),
  leavesCity: z.boolean().default(false),
  /** Decides the approvals of the applicant in the meantime. */
  deputyId: optionalIdOf('membership').default(null),
  files: z.array(idOf('file')).max(9, '最多9个附件').default([]),
  /** Who gives the lessons meanwhile; those without one are left to the office. */
  covers: z.array(coverItem).max(60).default([]),
})
export type LeaveForm = z.output<typeof leaveForm>
const one = z.object({ id: idOf('leave-request') })
const withReason = one.extend({ reason: z.string().trim().min(2, '请填写原因').max(200, '原因不超过200字') })

/** What a type offers to the caller: for the chips of the form. */
const typeChoice = z.object({
  id: idOf('leave-type'),
  name: z.string(),
  kind: enumOf(leaveKinds),
  unit: enumOf(leaveUnits),
  includesHolidays: z.boolean(),
  needsBalance: z.boolean(),
  /** In days; null without a balance. */
  balance: z.number().nullable(),
  proofAfterDays: z.int().nullable(),
  backdateDays: z.int(),
})
export type LeaveTypeChoice = z.output<typeof typeChoice>
const balance = z.object({
  typeId: idOf('leave-type'),
  name: z.string(),
  days: z.number(),
  /** The part that expires first; null if nothing expires. */
  expiresOn: z.iso.date().nullable(),
  expiringDays: z.number(),
})
export type LeaveBalance = z.output<typeof balance>

/** All that the form of a request needs, in one answer. */
const leaveChoices = z.object({
  /** Those that the caller used last come first. */
  types: z.array(typeChoice),
  /** 请假事由 of the tag list leaveReason. */
  reasons: z.array(z.string()),
  /** The last hour of the morning, for people who ask by the half-day: 12:00. */
  noon: z.string(),
  today: z.iso.date(),
  /** The next two working days of the organisation, from today on: for the chips of the phone. */
  workDays: z.array(z.iso.date()),
  /** At most two: whom the caller named last, then colleagues of the department. */
  deputies: z.array(z.object({ id: idOf('membership'), name: z.string() })),
  /** Lessons that nobody gives yet: no reminder · a reminder before it is sent · it cannot be sent. */
  beforeLeave: z.enum(['no', 'warn', 'block']),
})
export type LeaveChoices = z.output<typeof leaveChoices>

/** One request. Reason, contact, destination, files and type are only there for those who may know them. */
export const leaveDetail = z.object({
  id: idOf('leave-request'),
  applicant: z.object({ userId: idOf('membership'), name: z.string(), department: z.string(), orgName: z.string() }),
  typeId: idOf('leave-type'),
  typeName: z.string(),
  kind: enumOf(leaveKinds),
  unit: enumOf(leaveUnits),
  startsOn: z.iso.date(),
  startHalf: enumOf(halves),
  endsOn: z.iso.date(),
  endHalf: enumOf(halves),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** When she came back; null before. */
  returnedOn: z.iso.date().nullable(),
  amount: z.number(),
  calendarDays: z.int(),
  perDay: leaveCount.shape.perDay,
  reason: z.string(),
  contact: z.string(),
  destination: z.string(),
  leavesCity: z.boolean(),
  /** Of 产假 only. */
  isDifficult: z.boolean().optional(),
  babies: z.int().optional(),
  deputy: z.object({ id: idOf('membership'), name: z.string() }).nullable(),
  files: z.array(z.object({ id: idOf('file'), name: z.string(), size: z.int() })),
  status: enumOf(leaveStatuses),
  proof: enumOf(proofStates),
  proofDueOn: z.iso.date().nullable(),
  /** Only an administrator may add it now. */
  isProofOverdue: z.boolean(),
  isBackEntered: z.boolean(),
  /** Why it was cancelled or made void. */
  note: z.string(),
  /** Of the approval; null for drafts and entries by an administrator. */
  flowId: idOf('flow').nullable(),
  /** The request before or after a change. */
  parentId: idOf('leave-request').nullable(),
  changedById: idOf('leave-request').nullable(),
  isMine: z.boolean(),
  may: z.array(z.enum(['edit', 'submit', 'remove', 'recall', 'cancel', 'change', 'back', 'proof', 'void'])),
})
export type LeaveDetail = z.output<typeof leaveDetail>

/** 请假日历: a person on a day; the type is only there for those who may know it. */
const awayDay = z.object({
  day: z.iso.date(),
  /** am, pm, or both. */
  half: z.enum(['am', 'pm', 'day']),
  typeName: z.string().optional(),
  kind: enumOf(leaveKinds).optional(),
  /** Not approved yet; only for those who may know the type. */
  isRequested: z.boolean().optional(),
})
export const leaveCalendar = z.object({
  orgName: z.string(),
  days: z.array(z.object({ day: z.iso.date(), type: enumOf(workDayTypes), name: z.string() })),
  departments: z.array(
    z.object({
      name: z.string(),
      /** People of the department who are away in this time. */
      people: z.array(z.object({ userId: idOf('membership'), name: z.string(), away: z.array(awayDay) })),
      /** Days on which as many of the department are away as the setting warns of. */
      conflicts: z.array(z.iso.date()),
      size: z.int(),
    }),
  ),
})
export type LeaveCalendar = z.output<typeof leaveCalendar>

/**
 * `change`: the request that the span would replace, or that is sent again. `userId`: whoever an administrator enters it
 * for. `hasFiles`: the form has a proof.
 */
const countedSpan = leaveSpan.extend({
  startTime: timeInQuery,
  endTime: timeInQuery,
  isDifficult: yesInQuery.optional(),
  babies: intParam({ min: 1, max: mostBabies }).optional(),
  change: optionalIdOf('leave-request').default(null),
  userId: optionalIdOf('membership').default(null),
  hasFiles: yesInQuery.default(false),
})

export const leaveApi = {
  ...entityRoutes(ownLeave, {
    path: '/api/teacherLeave',
    actions: ['list'],
    paths: { list: '/api/teacherLeave/page' },
  }),
  choices: route({
    method: 'GET',
    path: '/api/teacherLeave/choices',
    title: '请假表单的选项',
    access: 'staff',
    data: leaveChoices,
  }),
  balance: route({
    method: 'GET',
    path: '/api/teacherLeave/balance',
    title: '我的假期余额',
    access: 'staff',
    data: z.array(balance),
  }),
  count: route({
    method: 'GET',
    path: '/api/teacherLeave/count',
    title: '计算请假天数',
    access: 'staff',
    query: countedSpan,
    data: leaveCount,
  }),
  lessons: route({
    method: 'GET',
    path: '/api/teacherLeave/lessons',
    title: '请假期间的课',
    access: 'staff',
    query: countedSpan,
    data: z.array(coverLesson),
  }),
  detail: route({
    method: 'GET',
    path: '/api/teacherLeave/detail',
    title: '请假详情',
    access: 'staff',
    query: one,
    data: leaveDetail,
  }),
  calendar: route({
    method: 'GET',
    path: '/api/teacherLeave/calendar',
    title: '请假日历',
    access: 'staff',
    /** At most 42 days. */
    query: z.object({ orgId: optionalIdOf('organisation').default(null), from: z.iso.date(), to: z.iso.date() }),
    data: leaveCalendar,
  }),
  save: route({
    method: 'POST',
    path: '/api/teacherLeave/save',
    title: '保存请假草稿',
    access: 'staff',
    body: leaveForm.extend({ reason: z.string().trim().max(300, '请假事由不超过300字') }),
    data: one,
  }),
  submit: route({
    method: 'POST',
    path: '/api/teacherLeave/submit',
    title: '提交请假',
    access: 'staff',
    body: leaveForm,
    data: one,
  }),
  remove: route({
    method: 'POST',
    path: '/api/teacherLeave/remove',
    title: '删除请假草稿',
    access: 'staff',
    body: one,
    data: one,
  }),
  recall: route({
    method: 'POST',
    path: '/api/teacherLeave/recall',
    title: '撤回请假',
    access: 'staff',
    body: one,
    data: one,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/teacherLeave/cancel',
    title: '取消已批准的请假',
    access: 'staff',
    body: withReason,
    data: one,
  }),
  /** Extends or shortens: a new request that replaces `id` once it is approved. */
  change: route({
    method: 'POST',
    path: '/api/teacherLeave/change',
    title: '变更请假',
    access: 'staff',
    body: leaveForm.extend({ id: idOf('leave-request') }),
    data: one,
  }),
  back: route({
    method: 'POST',
    path: '/api/teacherLeave/back',
    title: '销假',
    access: 'staff',
    /** The first half-day at work again. An administrator does it for others. */
    body: one.extend({ returnedOn: z.iso.date('请选择返岗日期'), returnedHalf: enumOf(halves) }),
    data: one,
  }),
  addProof: route({
    method: 'POST',
    path: '/api/teacherLeave/addProof',
    title: '补交证明',
    access: 'staff',
    body: one.extend({ files: z.array(idOf('file')).min(1, '请上传证明').max(9, '最多9个附件') }),
    data: one,
  }),
}

/** For those who keep the attendance. */
export const leaveRecordApi = {
  ...entityRoutes(leaveRecord, { path: '/api/teacherLeave/record', actions: ['list'] }),
  proxyApply: route({
    method: 'POST',
    path: '/api/teacherLeave/proxyApply',
    title: '代他人补录请假',
    access: 'leave.manage',
    body: leaveForm.omit({ id: true, deputyId: true }).extend({ userId: idOf('membership') }),
    data: one,
  }),
  adminVoid: route({
    method: 'POST',
    path: '/api/teacherLeave/adminVoid',
    title: '作废请假',
    access: 'leave.manage',
    body: withReason,
    data: one,
  }),
}
