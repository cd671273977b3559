import { z } from 'zod'
import {
  date,
  datetime,
  decimal,
  entitiesOf,
  entityRoutes,
  enumOf,
  idOf,
  labels,
  optionalIdOf,
  organisation,
  owner,
  pageOf,
  pageQuery,
  person,
  routesOf,
  secret,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { halves, workDayTypes } from '#kernel/schooling/contract.ts'
import { leaveKinds, leaveUnits } from './contract-types.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const entity = entitiesOf(manifest)

/** Why a balance changed. Rows of the ledger are never changed or deleted. */
export const ledgerKinds = labels({
  grant: '发放',
  overtime: '加班转调休',
  leave: '请假',
  'give-back': '销假退回',
  expiry: '过期',
  manual: '手工调整',
})
export type LedgerKind = keyof typeof ledgerKinds

const ledgerEntry = z.object({
  id: idOf('leave-ledger'),
  typeName: z.string(),
  kind: enumOf(ledgerKinds),
  /** In days, with its sign. */
  days: z.number(),
  expiresOn: z.iso.date().nullable(),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** The sum of the type after this row. */
  balance: z.number(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

/** A person and what is left of the types with a balance. */
const balanceRow = z.object({
  userId: idOf('membership'),
  name: z.string(),
  number: z.string(),
  department: z.string(),
  orgName: z.string(),
  balances: z.array(z.object({ typeId: idOf('leave-type'), days: z.number(), expiresOn: z.iso.date().nullable() })),
})
export type BalanceRow = z.output<typeof balanceRow>

/** Staff of an organisation, the caller's own by default, or also of those below it. */
const ofOrg = {
  orgId: optionalIdOf('organisation').default(null),
  within: z.enum(['own', 'below']).default('own'),
}

export const grantForm = z.object({
  typeId: idOf('leave-type'),
  /** Empty: all staff of the organisation. */
  userIds: z.array(idOf('membership')).max(500, '一次最多500人').default([]),
  ...ofOrg,
  kind: z.enum(['grant', 'manual']),
  /** In hundredths of a day; negative only for an adjustment. */
  amount: z
    .int()
    .min(-36_600)
    .max(36_600)
    .refine((amount) => amount !== 0, '请填写天数'),
  expiresOn: z.iso.date().nullable().default(null),
  note: z.string().trim().max(100, '备注不超过100字').default(''),
})
export type GrantForm = z.output<typeof grantForm>

/** 加班转调休: a Saturday of invigilation becomes a day off, valid for six months. */
export const overtime = entity('leave-overtime', {
  title: '加班',
  measure: '条',
  versioned: false,
  access: { read: 'staff', create: 'staff' },
  scope: { org: 'org', owner: 'personId' },
  fields: {
    applicant: person('姓名', { column: 'person_id', write: 'server', set: 'personId', required: true, width: 104 }),
    personId: owner({ of: 'person' }),
    org: organisation('单位', { column: 'org_id', write: 'server', set: 'orgId', required: true, dropAt: 3 }),
    event: text('事项', { max: 60, required: true, placeholder: '如 周末监考' }),
    workedOn: date('日期', { required: true }),
    amount: decimal('折算', { unit: '天', min: 50, max: 300, required: true, hint: '半天填0.5' }),
    remark: secret('说明', { max: 200, multiline: true }),
    createdAt: datetime('申请时间', { set: 'now', required: true, dropAt: 1 }),
    status: status('状态', {
      waiting: { label: '审批中', tone: 'warning', next: ['approved', 'rejected', 'recalled'] },
      approved: { label: '已转调休', tone: 'success', isNormal: true },
      rejected: { label: '未通过', tone: 'error' },
      recalled: { label: '已撤回', tone: 'closed' },
    }),
    expiresOn: date('有效期至', { write: 'server', dropAt: 2 }),
  },
  name: 'event',
  list: {
    columns: ['applicant', 'org', 'workedOn', 'amount', 'expiresOn', 'createdAt', 'status'],
    filters: ['status', 'workedOn'],
    /** mine: one's own; others: those that the caller sees as an administrator of balances. */
    extraFilters: { box: { label: '范围', options: { mine: '我的', others: '他人的' } } },
    search: ['applicant', 'event'],
    order: ['-workedOn'],
  },
  form: ['event', 'workedOn', 'amount', 'remark'],
  detail: ['applicant', 'workedOn', 'amount', 'remark', 'createdAt', 'expiresOn'],
  unique: [{ constraint: 'leave_overtime_once', message: '这一天的加班已申请', field: 'workedOn' }],
})
export interface Overtime extends RowOf<typeof overtime> {}
export const overtimeApi = {
  ...entityRoutes(overtime, {
    path: '/api/teacherLeave/overtime',
    actions: ['list', 'get', 'create'],
    paths: { list: '/api/teacherLeave/overtimePage', create: '/api/teacherLeave/overtimeApply' },
  }),
  recallOvertime: route({
    method: 'POST',
    path: '/api/teacherLeave/overtime/recall',
    title: '撤回加班申请',
    access: 'staff',
    body: z.object({ id: idOf('leave-overtime') }),
    data: z.object({ id: idOf('leave-overtime') }),
  }),
}

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '请选择月份')
/** A month, a term (by a day in it) or a year. */
export const summaryFilter = z.object({
  ...ofOrg,
  period: z.enum(['month', 'term', 'year']).default('month'),
  day: z.iso.date(),
  keyword: z.string().trim().max(60).default(''),
  /** Only this person, for the drawer beside the list. */
  userId: optionalIdOf('membership').default(null),
})
export type SummaryFilter = z.output<typeof summaryFilter>
export const summaryQuery = summaryFilter.extend(pageQuery.shape)
const summaryRow = z.object({
  userId: idOf('membership'),
  name: z.string(),
  number: z.string(),
  department: z.string(),
  orgName: z.string(),
  /** Days of work in the period while she belonged to the organisation. */
  workDays: z.number(),
  /** By type, in days or hours; types without leave are absent. */
  amounts: z.array(z.object({ typeId: idOf('leave-type'), amount: z.number() })),
  /** Of the types that count as absence; eight hours are a day. */
  absentDays: z.number(),
})
export type SummaryRow = z.output<typeof summaryRow>
export const monthSummary = z.object({
  orgName: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  types: z.array(
    z.object({ id: idOf('leave-type'), name: z.string(), kind: enumOf(leaveKinds), unit: enumOf(leaveUnits) }),
  ),
  rows: pageOf(summaryRow),
  totals: z.array(z.object({ typeId: idOf('leave-type'), amount: z.number(), people: z.int() })),
  /** Of a month of one organisation; null for terms, years and several organisations. */
  month: z
    .object({
      month,
      isClosed: z.boolean(),
      closedBy: z.string(),
      closedAt: z.iso.datetime().nullable(),
      /** Requests of the month that are still with their approvers, or whose person has not come back. */
      open: z.int(),
      /** Closed and, with a reason, opened again; the last first. */
      log: z.array(z.object({ isClosed: z.boolean(), by: z.string(), at: z.iso.datetime(), reason: z.string() })),
    })
    .nullable(),
  mayClose: z.boolean(),
})
export type MonthSummary = z.output<typeof monthSummary>

/** The half-days of a person behind a number of the summary. */
const summaryDay = z.object({
  requestId: idOf('leave-request'),
  day: z.iso.date(),
  half: enumOf(halves),
  dayType: enumOf(workDayTypes),
  typeName: z.string(),
  counted: z.number(),
  unit: enumOf(leaveUnits),
})
export type SummaryDay = z.output<typeof summaryDay>

/** Organisations in which somebody is away today, the ones with most people first. */
const awayToday = z.object({
  people: z.int(),
  units: z.array(z.object({ id: idOf('organisation'), name: z.string(), people: z.int() })),
})
export type AwayToday = z.output<typeof awayToday>

export const leaveBookApi = {
  balancePage: route({
    method: 'GET',
    path: '/api/teacherLeave/balancePage',
    title: '教职工的假期余额',
    access: 'leave.balance',
    query: pageQuery.extend({
      ...ofOrg,
      keyword: z.string().trim().max(60).default(''),
      /** Only this person, for the drawer beside the list. */
      userId: optionalIdOf('membership').default(null),
    }),
    data: z.object({
      types: z.array(z.object({ id: idOf('leave-type'), name: z.string() })),
      rows: pageOf(balanceRow),
    }),
  }),
  /** One's own without `userId`. */
  ledger: route({
    method: 'GET',
    path: '/api/teacherLeave/ledger',
    title: '余额明细',
    access: 'staff',
    query: pageQuery.extend({
      userId: optionalIdOf('membership').default(null),
      typeId: optionalIdOf('leave-type').default(null),
    }),
    data: pageOf(ledgerEntry),
  }),
  grant: route({
    method: 'POST',
    path: '/api/teacherLeave/grant',
    title: '发放或调整余额',
    access: 'leave.balance',
    body: grantForm,
    data: z.object({ people: z.int() }),
  }),
  monthSummary: route({
    method: 'GET',
    path: '/api/teacherLeave/monthSummary',
    title: '考勤汇总',
    access: 'leave.stat',
    query: summaryQuery,
    data: monthSummary,
  }),
  summaryDays: route({
    method: 'GET',
    path: '/api/teacherLeave/summaryDays',
    title: '一人的请假明细',
    access: 'leave.stat',
    query: z.object({
      userId: idOf('membership'),
      from: z.iso.date(),
      to: z.iso.date(),
      typeId: optionalIdOf('leave-type').default(null),
    }),
    data: z.array(summaryDay),
  }),
  /** Of the whole scope, for the board of a district. */
  awayToday: route({
    method: 'GET',
    path: '/api/teacherLeave/awayToday',
    title: '各单位今日请假人数',
    access: 'leave.stat',
    data: awayToday,
  }),
  closeMonth: route({
    method: 'POST',
    path: '/api/teacherLeave/closeMonth',
    title: '考勤结账',
    access: 'leave.close',
    body: z.object({ orgId: optionalIdOf('organisation').default(null), month }),
    data: z.null(),
  }),
  openMonth: route({
    method: 'POST',
    path: '/api/teacherLeave/openMonth',
    title: '考勤反结账',
    access: 'leave.close',
    body: z.object({
      orgId: optionalIdOf('organisation').default(null),
      month,
      reason: z.string().trim().min(5, '请填写不少于5个字的原因').max(200, '原因不超过200字'),
    }),
    data: z.null(),
  }),
}
