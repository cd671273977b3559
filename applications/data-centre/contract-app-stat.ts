import { z } from 'zod'
import { appCategories, enumOf, idOf, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const category = enumOf(appCategories)

const useDays = z.object({
  /** Default: the last 30 days. Both days are included, and a day after today is today. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})

const useQuery = useDays.extend({
  /** An organisation with those below it; default: the caller's own, or the first that the caller may read. */
  orgId: idOf('organisation').optional(),
  category: category.optional(),
  /** The applications by category, or the schools beside each other. */
  by: z.enum(['category', 'org']).default('category'),
})

const useFigures = z.object({
  opens: z.int(),
  /** Everybody once; null for days that nobody can count any more. */
  users: z.int().nullable(),
  /** Staff who opened an application, of all staff, in percent. */
  share: z.number().nullable(),
  /** Applications that were opened at least once. */
  apps: z.int(),
})
export type UseFigures = z.output<typeof useFigures>

const appUse = z.object({
  key: z.string(),
  name: z.string(),
  logo: z.string(),
  opens: z.int(),
  /** In as many days before. */
  before: z.int(),
  users: z.int().nullable(),
  /** How many people may open it; null if it is not for staff. */
  people: z.int().nullable(),
  share: z.number().nullable(),
  /** The openings of each step of the trend. */
  trend: z.array(z.int()),
  /** Whether the caller may read figures of its own data. */
  hasData: z.boolean(),
})
export type AppUse = z.output<typeof appUse>

const schoolUse = z.object({
  id: z.string(),
  name: z.string(),
  opens: z.int(),
  before: z.int(),
  users: z.int().nullable(),
  staff: z.int(),
  share: z.number().nullable(),
  /** Openings for each member of staff. */
  perPerson: z.number().nullable(),
})
export type SchoolUse = z.output<typeof schoolUse>

const appStat = z.object({
  org: z.object({ id: z.string(), name: z.string() }),
  from: z.iso.date(),
  to: z.iso.date(),
  readAt: z.iso.datetime(),
  figures: useFigures,
  /** The same of as many days before. */
  before: useFigures.extend({ from: z.iso.date(), to: z.iso.date() }),
  /** A day without openings that is no working day is left out: it is a gap and no zero. */
  trend: z.array(z.object({ from: z.iso.date(), label: z.string(), opens: z.int() })),
  step: z.enum(['day', 'week', 'month']),
  categories: z.array(z.object({ id: category, name: z.string(), apps: z.array(appUse) })),
  /** Only by organisation: the schools below it. */
  schools: z.array(schoolUse),
  /** The largest school has more than three times the staff of the smallest: rates are compared, not sums. */
  isByRate: z.boolean(),
})
export type AppStat = z.output<typeof appStat>

export const appStatApi = {
  appStat: route({
    method: 'GET',
    path: '/api/dataCentre/appStat',
    title: '应用数据统计',
    access: 'statistics.read',
    query: useQuery,
    data: appStat,
  }),
  appStatSheet: route({
    method: 'GET',
    path: '/api/dataCentre/appStatSheet',
    title: '导出应用数据统计',
    access: 'statistics.read',
    raw: true,
    // Only such routes can answer with bytes.
    ownTransactions: true,
    query: useQuery.omit({ by: true }),
    data: z.string(),
  }),
  /** What the page offers: the organisations that the caller may read, and whether a report is sent every month. */
  appStatFacts: route({
    method: 'GET',
    path: '/api/dataCentre/appStatFacts',
    title: '应用数据统计的范围',
    access: 'statistics.read',
    data: z.object({
      orgs: z.array(z.object({ id: z.string(), name: z.string(), level: z.int() })),
      /** The organisations whose report the caller gets. */
      subscribed: z.array(z.string()),
    }),
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/dataCentre/subscribe',
    title: '订阅每月报告',
    access: 'statistics.read',
    body: z.object({ orgId: idOf('organisation'), isOn: z.boolean() }),
    data: z.null(),
  }),
}
