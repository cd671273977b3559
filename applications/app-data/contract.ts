import { z } from 'zod'
import { enumOf, idOf, labels, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

export const issueTypes = labels({
  missing: '未上报',
  outlier: '异常值',
  late: '迟到数据',
  definition: '口径变更',
})
export type IssueType = keyof typeof issueTypes

export const issueStates = labels({
  open: { label: '待核', tone: 'warning', next: ['confirmed', 'explained'] },
  confirmed: { label: '已核实', tone: 'info', next: ['fixed', 'explained'] },
  fixed: { label: '已修复', tone: 'success' },
  explained: { label: '说明保留', tone: 'closed' },
})
export type IssueState = keyof typeof issueStates

export function listNextStates(state: IssueState): readonly IssueState[] {
  const { next = [] }: { label: string; next?: readonly IssueState[] } = issueStates[state]
  return next
}

/** How a metric is counted, for its readers. */
export const metricKinds = labels({
  sum: '每天的数相加',
  level: '最后一天的数',
  rate: '分子之和除以分母之和',
  distinct: '当天去重，不同的天不相加',
})

export const noMetricsMessage = '该应用暂未接入数据统计'
export const noDataMessage = '所选范围暂无数据'
export const incompleteMessage = '数据不完整，暂不参与排名'
export const remindedMessage = '已提醒，请稍后再试'
export const mayNotReadMessage = '您没有查看该应用数据的权限'
/** Less than this share of the organisations has reported. */
export const completeEnough = 0.6

const key = z.string().min(1).max(64)
const code = z.string().min(1).max(60)
const day = z.iso.date('日期格式不正确')
const org = z.object({ id: idOf('organisation'), name: z.string() })
const period = { from: day, to: day }

const column = z.object({
  code: z.string(),
  title: z.string(),
  unit: z.string(),
  kind: z.enum(['sum', 'level', 'rate', 'distinct']),
  note: z.string(),
  /** What it is divided by: name and label. */
  dims: z.record(z.string(), z.string()),
})
export type DataColumn = z.output<typeof column>

const cell = z.object({
  /** Null is a gap, and no zero. */
  value: z.number().nullable(),
  of: z.number().nullable(),
  /** Of a day: the last day before with a figure. Of several: as many days before them, and no day. */
  before: z.object({ day: z.string().nullable(), value: z.number().nullable() }).nullable(),
  asOf: z.string().nullable(),
  reported: z.int(),
  expected: z.int(),
  isMasked: z.boolean(),
  /** Less than 60 % have reported: it has no place in the ranking. */
  isIncomplete: z.boolean(),
})
export type DataCell = z.output<typeof cell>

const row = z.object({
  /** The day, the id of the organisation or the dimension; empty for the whole period. */
  key: z.string(),
  label: z.string(),
  hasChild: z.boolean(),
  /** Of a list sorted by a metric. */
  rank: z.int().nullable(),
  isOwn: z.boolean(),
  values: z.record(z.string(), cell),
})
export type DataRow = z.output<typeof row>

const mark = z.object({
  day: z.string(),
  code: z.string(),
  type: enumOf(issueTypes),
  text: z.string(),
})
export type DataMark = z.output<typeof mark>

const values = z.object({
  itemCount: z.int(),
  pageCount: z.int(),
  items: z.array(row),
  /** The caller sees the first ten and the own organisation only. */
  isShortened: z.boolean(),
  /** The largest organisation is more than three times the smallest: only rates can be compared. */
  sizesDiffer: z.boolean(),
})
export type DataValues = z.output<typeof values>

const page = z.object({
  key: z.string(),
  title: z.string(),
  about: z.string(),
  icon: z.string().nullable(),
  /** Who offers it: 教学. */
  owner: z.string(),
  /** The page of the application; null if the caller may not open it. */
  url: z.string().nullable(),
  columns: z.array(column),
})
export type AppDataPage = z.output<typeof page>

const valuesQuery = z.object({
  key,
  /** Separated by commas; default: all that the caller may read. */
  codes: z.string().max(600).optional(),
  orgId: idOf('organisation'),
  ...period,
})

const views = z.object({
  id: idOf('app-data-view'),
  name: z.string(),
  orgId: z.string().nullable(),
  code: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  /** What the caller may no longer read: 组织, 指标. */
  lost: z.array(z.string()),
})
export type SavedView = z.output<typeof views>

const issue = z.object({
  id: idOf('metric-issue'),
  code: z.string(),
  metric: z.string(),
  org,
  day: z.string(),
  type: enumOf(issueTypes),
  text: z.string(),
  state: enumOf(issueStates),
})
export type DataIssue = z.output<typeof issue>

/** A new issue, as its form asks for it. */
export const issueForm = z.object({
  code,
  orgId: idOf('organisation'),
  day,
  type: enumOf(issueTypes),
  text: z.string().trim().min(1, '请填写说明').max(200, '说明不超过200字'),
})
export type IssueForm = z.output<typeof issueForm>

export const viewForm = z.object({ name: z.string().trim().min(1, '请填写名称').max(20, '名称不超过20字') })
export type ViewForm = z.output<typeof viewForm>

const cellQuery = z.object({ code, orgId: idOf('organisation'), ...period, dims: z.string().max(200).optional() })
const missingQuery = z.object({ code, orgId: idOf('organisation'), day })

const route = routesOf(manifest)
export const appDataApi = {
  /** The modules with metrics that the caller may read somewhere. */
  pages: route({
    method: 'GET',
    path: '/api/appData/pages',
    title: '有数据的应用',
    access: 'staff',
    data: z.array(page.pick({ key: true, title: true, columns: true })),
  }),
  /** All of a page at once: figures, days of one metric, organisations. */
  board: route({
    method: 'GET',
    path: '/api/appData/board',
    title: '应用数据',
    access: 'staff',
    query: z.object({
      key,
      code: code.optional(),
      /** Default: the own organisation, and the last thirty days. */
      orgId: idOf('organisation').optional(),
      from: day.optional(),
      to: day.optional(),
    }),
    data: z.object({
      page,
      org: org.extend({ parent: org.nullable() }).nullable(),
      /** The metric of the trend. */
      code: z.string(),
      from: z.string(),
      to: z.string(),
      readAt: z.iso.datetime(),
      figures: z.record(z.string(), cell),
      days: z.array(z.object({ day: z.string(), cell })),
      marks: z.array(mark),
      /** The metric of the trend by its dimensions, the greatest first; empty if it has none. */
      dims: z.array(z.object({ label: z.string(), cell })),
      orgs: values,
      /** When today will have a figure; null if it has one, or is not asked for. */
      pending: z.string().nullable(),
      may: z.object({ remind: z.boolean(), issues: z.boolean() }),
    }),
  }),
  query: route({
    method: 'GET',
    path: '/api/appData/query',
    title: '应用数据明细',
    access: 'staff',
    query: valuesQuery.extend({
      by: z.enum(['period', 'day', 'org', 'dims']).default('org'),
      /** A metric, the greatest first; with a minus the smallest first. */
      sort: z.string().max(61).optional(),
      ...pageQuery.shape,
    }),
    data: values,
  }),
  /** The organisations directly below one. */
  children: route({
    method: 'GET',
    path: '/api/appData/children',
    title: '下级组织的应用数据',
    access: 'staff',
    query: valuesQuery,
    data: values,
  }),
  /** The list of the owner behind a value; null if the caller may not open it. */
  drill: route({
    method: 'GET',
    path: '/api/appData/drill',
    title: '数字对应的列表',
    access: 'staff',
    query: cellQuery,
    data: z.object({ url: z.string().nullable() }),
  }),
  definition: route({
    method: 'GET',
    path: '/api/appData/definition',
    title: '指标口径',
    access: 'staff',
    query: z.object({ code }),
    data: z.object({
      code: z.string(),
      title: z.string(),
      unit: z.string(),
      kind: z.string(),
      note: z.string(),
      source: z.string(),
      freshness: z.string(),
      masking: z.string().nullable(),
      /** 口径变更 that were noted, the latest first. */
      changes: z.array(z.object({ day: z.string(), text: z.string() })),
    }),
  }),
  missing: route({
    method: 'GET',
    path: '/api/appData/missing',
    title: '未完成名单',
    access: 'staff',
    query: missingQuery,
    data: z.array(org.extend({ remindedAt: z.iso.datetime().nullable() })),
  }),
  remind: route({
    method: 'POST',
    path: '/api/appData/remind',
    title: '提醒未上报的单位',
    access: 'app-data.remind',
    body: missingQuery.extend({ orgIds: z.array(idOf('organisation')).max(2000).default([]) }),
    data: z.object({ reminded: z.int(), skipped: z.int() }),
  }),
  issues: route({
    method: 'GET',
    path: '/api/appData/issues',
    title: '数据问题',
    access: 'app-data.note',
    query: z.object({ key, orgId: idOf('organisation'), ...period }),
    data: z.array(issue),
  }),
  saveIssue: route({
    method: 'POST',
    path: '/api/appData/issue/save',
    title: '登记数据问题',
    access: 'app-data.note',
    body: issueForm,
    data: z.object({ id: idOf('metric-issue') }),
  }),
  settleIssue: route({
    method: 'POST',
    path: '/api/appData/issue/state',
    title: '处理数据问题',
    access: 'app-data.note',
    body: z.object({ id: idOf('metric-issue'), state: enumOf(issueStates) }),
    data: z.null(),
  }),
  views: route({
    method: 'GET',
    path: '/api/appData/view/list',
    title: '我的视图',
    access: 'staff',
    query: z.object({ key }),
    data: z.array(views),
  }),
  saveView: route({
    method: 'POST',
    path: '/api/appData/view/save',
    title: '保存视图',
    access: 'staff',
    body: valuesQuery.omit({ codes: true }).extend({ ...viewForm.shape, code: code.nullable().default(null) }),
    data: z.object({ id: idOf('app-data-view') }),
  }),
  removeView: route({
    method: 'POST',
    path: '/api/appData/view/remove',
    title: '删除视图',
    access: 'staff',
    body: z.object({ id: idOf('app-data-view') }),
    data: z.null(),
  }),
  export: route({
    method: 'GET',
    path: '/api/appData/export',
    title: '导出应用数据',
    access: 'staff',
    raw: true,
    // Only such routes can answer with bytes.
    ownTransactions: true,
    query: valuesQuery.extend({ by: z.enum(['day', 'org']).default('org') }),
    data: z.string(),
  }),
}
