import { z } from 'zod'
import {
  computed,
  date,
  dayRange,
  entitiesOf,
  entityRoutes,
  field,
  idOf,
  integer,
  organisation,
  routesOf,
  type DetailOf,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** The use of one application in one organisation on one day. */
export const appUsage = entitiesOf(manifest)('app-usage', {
  title: '应用详细数据',
  measure: '条',
  versioned: false,
  access: { read: 'app-data.read' },
  scope: { org: 'org' },
  fields: {
    appName: computed('应用', z.string(), { width: 176 }),
    appKey: field<string, never, 'list', 'server', 'app_key', string>(
      '应用标识',
      { column: 'app_key', write: 'server' },
      { kind: 'text', output: z.string(), input: z.never(), initial: undefined as never, filter: z.string().max(64) },
    ),
    org: organisation('单位', { column: 'org_id', write: 'server', required: true, width: 200 }),
    day: date('日期', { write: 'server', required: true, width: 120 }),
    opens: integer('打开次数', { write: 'server', required: true, width: 104 }),
    users: integer('使用人数', { write: 'server', required: true, width: 104 }),
    /** The openings of each of the 24 hours. */
    hours: field<number[], never, 'detail', 'server'>(
      '每小时打开次数',
      { show: 'detail', write: 'server' },
      { kind: 'external', output: z.array(z.int()), input: z.never(), initial: undefined as never },
    ),
  },
  name: 'appName',
  list: {
    columns: ['org', 'day', 'opens', 'users'],
    filters: ['appKey', 'org', 'day'],
    search: ['org'],
    order: ['-day', '-opens'],
  },
  form: [],
  detail: ['org', 'day', 'opens', 'users', 'appKey'],
  export: true,
})
export interface AppUsageRow extends RowOf<typeof appUsage> {}
export interface AppUsageDetail extends DetailOf<typeof appUsage> {}

/** The filters of the list. */
const usageFilter = z.object({
  keyword: z.string().trim().max(60).default(''),
  appKey: z.string().max(64).optional(),
  org: idOf('organisation').optional(),
  ...dayRange.shape,
})
export interface UsageFilter extends z.output<typeof usageFilter> {}

export const appUsageApi = {
  ...entityRoutes(appUsage, {
    path: '/api/openManage',
    actions: ['list', 'get'],
    paths: { list: '/api/openManage/statDetail', get: '/api/openManage/statHours' },
  }),
  /** The sums of the same rows as the list. */
  sums: route({
    method: 'GET',
    path: '/api/openManage/stat',
    title: '应用数据合计',
    access: 'app-data.read',
    query: usageFilter,
    data: z.object({
      opens: z.int(),
      schools: z.int(),
      applications: z.int(),
      /** Null for days that do not reach to today: then nobody knows who came twice. */
      users: z.int().nullable(),
    }),
  }),
  /** The applications that were used, to filter by. */
  apps: route({
    method: 'GET',
    path: '/api/openManage/statApps',
    title: '有使用记录的应用',
    access: 'app-data.read',
    data: z.array(z.object({ appKey: z.string(), name: z.string() })),
  }),
}
