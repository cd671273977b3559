import { z } from 'zod'
import { routesOf, wireObject, zeroOne } from '#packages/contract'
import { appRequestForm } from './contract-app-requests.ts'
import { appKey, appStatus, category } from './contract-applications.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** The fields of an application that everybody who may open it can see. */
const tile = {
  key: appKey,
  name: z.string(),
  kind: z.int(),
  logo: z.string(),
  url: z.string(),
  about: z.string(),
  edition: z.string(),
  category,
}
const tileNames = { key: 'fAppKey', name: 'fAppName', kind: 'fAppType', logo: 'fLogo', url: 'fAppUrl' } as const

/** Figures of its own data on the last counted day, for whoever may read them. */
const totals = z.array(z.object({ key: z.string(), value: z.string() }))

const openable = wireObject(
  {
    ...tile,
    /** Whether the caller may read a metric of the application. */
    canLook: zeroOne,
    totals,
  },
  { ...tileNames, canLook: 'canLookCnt', totals: 'appTotals' },
).meta({ id: 'OpenableApplication' })
export type OpenableApplication = z.output<typeof openable>

const appGroup = wireObject(
  { id: category, name: z.string(), sort: z.int(), apps: z.array(openable) },
  { id: 'fId', name: 'fName' },
).meta({ id: 'AppGroup' })
export type AppGroup = z.output<typeof appGroup>

/** The number of open to-dos of the caller in the application. */
const waits = z.int()

const centreTile = z.object({
  ...tile,
  pinyin: z.string(),
  initials: z.string(),
  /**
   * closed: not opened for the organisation · asked: the caller or a colleague has requested it · mine: the caller may
   * open it · others: open for the organisation, but not for the caller.
   */
  state: z.enum(['mine', 'others', 'closed', 'requested']),
  /** Whether families may use the application too. */
  isForFamilies: z.boolean(),
  /** Whether the caller administers the application. */
  isAdministrator: z.boolean(),
  waits,
  totals,
})
export type CentreTile = z.output<typeof centreTile>

/** A built-in page that is listed among the applications. */
const pageTile = z.object({
  /** `page:` followed by the address. */
  key: appKey,
  name: z.string(),
  logo: z.string(),
  url: z.string(),
  about: z.string(),
  category,
  pinyin: z.string(),
  initials: z.string(),
  waits,
})
export type PageTile = z.output<typeof pageTile>

const shortcut = wireObject(
  {
    key: appKey,
    sort: z.int(),
    name: z.string(),
    logo: z.string(),
    category,
    edition: z.string(),
    url: z.string(),
    kind: z.int(),
  },
  { key: 'fAppKey', sort: 'fSort', name: 'fAppName', logo: 'fLogo', url: 'fAppUrl', kind: 'fAppType' },
).meta({ id: 'AppShortcut' })
export type Shortcut = z.output<typeof shortcut>
export const maxShortcuts = 50

export const appCentreApi = {
  /** The applications that the caller may open, by category. */
  appList: route({
    method: 'GET',
    path: '/api/app/appList',
    title: '我的应用',
    access: 'signed-in',
    data: z.array(appGroup),
  }),
  /** The applications that are open for the caller's current organisation, as a flat list. */
  listOpenedHere: route({
    method: 'GET',
    path: '/api/orgs/appList',
    title: '本单位开通的应用',
    access: 'staff',
    data: z.array(
      wireObject(
        { key: appKey, name: z.string(), category: z.string(), status: appStatus },
        { key: 'fAppKey', name: 'fAppName', category: 'fAppSort', status: 'fStatus' },
      ).meta({ id: 'OpenedApplication' }),
    ),
  }),
  /** The application centre: all published applications with their state for the caller. */
  centre: route({
    method: 'GET',
    path: '/api/app/centre',
    title: '应用中心',
    access: 'staff',
    data: z.object({
      apps: z.array(centreTile),
      /** Built-in pages that the caller may open; they can be shortcuts too. */
      modules: z.array(pageTile),
      /** Most recently used first, at most eight. */
      recent: z.array(appKey),
      shortcuts: z.array(appKey),
      /** Whether the caller may open applications for the organisation directly, without a request. */
      mayGrant: z.boolean(),
    }),
  }),
  getShortcut: route({
    method: 'GET',
    path: '/api/app/getShortcut',
    title: '快捷方式',
    access: 'staff',
    /** `true`: returns the default shortcuts when none were saved. */
    query: z.object({ showDefault: z.enum(['true', 'false']).default('true') }),
    data: z.array(shortcut),
  }),
  setShortcut: route({
    method: 'POST',
    path: '/api/app/setShortcut',
    title: '保存快捷方式',
    access: 'staff',
    body: z
      .array(wireObject({ key: appKey, sort: z.int().min(0) }, { key: 'fAppKey', sort: 'fSort' }))
      .max(maxShortcuts, `快捷方式最多${maxShortcuts}个`),
    data: z.null(),
    done: '快捷方式已保存',
  }),
  /**
   * Returns the address of the application and counts the visit. An address of a trusted origin gets a ticket (`u_t`).
   */
  open: route({
    method: 'POST',
    path: '/api/app/open',
    title: '打开应用',
    access: 'signed-in',
    ownSessionOnly: true,
    quiet: true,
    withoutKey: 'another ticket of a minute',
    body: wireObject({ key: appKey }, { key: 'fAppKey' }),
    data: z.object({ url: z.string() }),
  }),
  /** Usage figures of each application that the caller sees: dataType 1 访问次数 2 活跃用户 3 业务数据量 4 接口调用. */
  appDataList: route({
    method: 'GET',
    path: '/api/app/appDataList',
    title: '应用数据统计',
    access: 'staff',
    query: z.object({ dataType: z.enum(['1', '2', '3', '4']) }),
    data: z.array(
      wireObject(
        { key: appKey, name: z.string(), value: z.int(), asOf: z.iso.datetime() },
        { key: 'fAppKey', name: 'fAppName' },
      ),
    ),
  }),
  requestApplication: route({
    method: 'POST',
    path: '/api/app/request',
    title: '申请开通应用',
    access: 'staff',
    body: wireObject({ key: appKey, ...appRequestForm.shape }, { key: 'fAppKey' }),
    data: z.null(),
  }),
}
