import { z } from 'zod'
import {
  appAudiences,
  appCategories,
  enumOf,
  idOf,
  optionalIdOf,
  pageOf,
  routesOf,
  wireObject,
  zeroOne,
} from '#packages/contract'
import { manifest } from './manifest.ts'

export const appStatuses = {
  0: '草稿',
  1: '待审核',
  2: '已上架',
  3: '已驳回',
  4: '已停用',
  5: '变更待审',
  9: '已注销',
} as const
export type AppStatus = keyof typeof appStatuses

export const appKinds = { 1: '平台内置', 2: '第三方网页', 3: '移动H5/微应用', 4: '纯接口', 5: '大屏' } as const
export type AppKind = keyof typeof appKinds
export const apiReaches = { 0: '不开放', 1: '本单位', 2: '本单位及下级', 3: '全区' } as const

/** The key of a built-in application is the name of its module; a registered application has an id. */
export const appKey = z.string().min(1, '请选择应用').max(64).meta({ 'x-ref': 'application' })
export const appStatus = z.literal(Object.keys(appStatuses).map(Number) as AppStatus[])
const appKind = z.literal(Object.keys(appKinds).map(Number) as AppKind[])
const apiReach = z.literal(Object.keys(apiReaches).map(Number) as (keyof typeof apiReaches)[])
export const power = z.literal(Object.values(appAudiences).map(({ code }) => code))
export const category = enumOf(appCategories)

/** An absolute http(s) address. Paths belong to built-in applications. */
const appUrl = z
  .string()
  .trim()
  .max(500, '应用地址不超过500字')
  .refine((value) => value === '' || /^https?:\/\/[^\s/]+/.test(value), '仅支持 http 或 https 协议')

/** An address, or a network like 10.1.0.0/16. Some programs read 010 as 8. */
const address = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .refine((text) => text.includes(':') || !/(?:^|\.)0\d/.test(text))
/** The addresses of a list, one per line. */
export const splitAddresses = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))]

const applicationWireNames = {
  key: 'fAppKey',
  kind: 'fAppType',
  name: 'fAppName',
  url: 'fAppUrl',
  logo: 'fLogo',
  author: 'fAuthor',
  about: 'fAppDescription',
  secret: 'fAppSecret',
  registeredAt: 'fRegisteTime',
  auditedAt: 'fAuditTime',
  status: 'fStatus',
  manageOrgId: 'fManageOrgId',
  includesBelow: 'fIncludeChildOrgs',
  apiToken: 'fTempApiAccessToken',
  apiTokenExpiresAt: 'fTokenExpireTime',
  developerId: 'fDeveloperId',
  auditReason: 'fAuditReason',
  ips: 'fIps',
  category: 'fAppSort',
  categoryName: 'fAppSortName',
  power: 'fPowerType',
  sort: 'fSort',
  apiReach: 'fApiGetRole',
  mainApp: 'fMainApp',
  version: 'fVersion',
} as const

export const application = wireObject(
  {
    key: appKey,
    kind: appKind,
    name: z.string(),
    url: z.string(),
    /** The name of a built-in icon, or a link to an uploaded icon. */
    logo: z.string(),
    /** The file of the uploaded icon. */
    logoFiles: z.array(idOf('file')),
    author: z.string(),
    about: z.string(),
    /** Always empty: the secret is shown only once, when it is created. */
    secret: z.literal(''),
    hasSecret: z.boolean(),
    registeredAt: z.iso.datetime().nullable(),
    auditedAt: z.iso.datetime().nullable(),
    status: appStatus,
    manageOrgId: optionalIdOf('organisation'),
    manageOrgName: z.string(),
    includesBelow: zeroOne,
    /** Always empty, like the secret. */
    apiToken: z.literal(''),
    apiTokenExpiresAt: z.iso.datetime().nullable(),
    developerId: z.string(),
    auditReason: z.string(),
    ips: z.string(),
    category,
    categoryName: z.string(),
    power,
    /** What the district may choose for a built-in application: its own audience, roles, people. Empty for others. */
    powers: z.array(power),
    sort: z.int(),
    apiReach,
    mainApp: z.string(),
    mainApps: z.array(z.object({ mainAppKey: z.string(), mainAppName: z.string() })),
    /** Distinguishes two applications of the same name. */
    edition: z.string(),
    /** Changes that wait for an audit while the old version stays in use. */
    pending: z.array(z.object({ title: z.string(), before: z.string(), after: z.string() })),
    /** The actions that the caller may take now. */
    actions: z.array(z.enum(['edit', 'submit', 'agree', 'refuse', 'stop', 'resume', 'close', 'secret', 'limit'])),
    version: z.int(),
  },
  applicationWireNames,
).meta({ id: 'Application' })
export type Application = z.output<typeof application>

/** The validation rules of the application form, under our own field names. */
export const applicationFields = z.object({
  kind: z.literal([2, 3, 4, 5], '请选择应用类型'),
  name: z.string().trim().min(1, '请输入应用名称').max(30, '应用名称不超过30字'),
  edition: z.string().trim().max(6, '版本标识不超过6字'),
  url: appUrl,
  /**
   * The name of a built-in icon or the id of an uploaded file. A link that the server returned leaves the icon
   * unchanged.
   */
  logo: z.string().max(2000, '请选择图标'),
  author: z.string().trim().max(50, '开发单位不超过50字'),
  about: z.string().trim().min(1, '请用一句话说明用途').max(40, '用途说明不超过40字'),
  /** The addresses that the server of the application calls from, one address or network per line. */
  ips: z
    .string()
    .trim()
    .max(1000, '地址名单过长')
    .superRefine((text, { addIssue }) => {
      const wrong = splitAddresses(text).findIndex((line) => !address.safeParse(line).success)
      if (wrong >= 0) addIssue(`第${wrong + 1}个地址有误`)
    }),
  category,
  power,
  apiReach,
  mainApp: z.string().max(64),
  /** Submits the application for audit at once; otherwise it stays a draft. */
  isSubmitted: z.boolean(),
})

export const applicationForm = wireObject(
  {
    ...applicationFields.shape,
    /** Fields of our own. Clients of the specification send neither. */
    edition: applicationFields.shape.edition.default(''),
    isSubmitted: applicationFields.shape.isSubmitted.default(true),
    /** Empty for a new application. */
    key: z.string().max(64),
    manageOrgId: optionalIdOf('organisation'),
    includesBelow: zeroOne,
    /** Clients of the specification do not send a version; then the last change wins. */
    version: z.int().optional(),
  },
  {
    key: applicationWireNames.key,
    kind: applicationWireNames.kind,
    name: applicationWireNames.name,
    url: applicationWireNames.url,
    logo: applicationWireNames.logo,
    author: applicationWireNames.author,
    about: applicationWireNames.about,
    manageOrgId: applicationWireNames.manageOrgId,
    includesBelow: applicationWireNames.includesBelow,
    ips: applicationWireNames.ips,
    category: applicationWireNames.category,
    power: applicationWireNames.power,
    apiReach: applicationWireNames.apiReach,
    mainApp: applicationWireNames.mainApp,
    version: applicationWireNames.version,
  },
)
export type ApplicationForm = z.output<typeof applicationForm>

const route = routesOf(manifest)
const byKey = wireObject({ key: appKey }, { key: applicationWireNames.key })

export const applicationApi = {
  apply: route({
    method: 'POST',
    path: '/api/app/apply',
    title: '登记应用或申请变更',
    access: 'app.edit',
    secretAnswer: true,
    body: applicationForm,
    /** The secret of a new application; this is the only answer that contains it. */
    data: wireObject(
      { key: appKey, status: appStatus, oneTimeSecret: z.string() },
      { key: applicationWireNames.key, status: applicationWireNames.status },
    ),
  }),
  page: route({
    method: 'POST',
    path: '/api/app/page',
    title: '应用列表',
    access: 'app.read',
    readOnly: true,
    body: z.object({
      pageNumber: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(200).default(20),
      /** Matches the name or the initials. */
      keyword: z.string().trim().max(50).default(''),
      status: z.array(appStatus).max(7).default([]),
      category: z.array(category).max(8).default([]),
      kind: z.array(appKind).max(5).default([]),
    }),
    data: pageOf(application),
  }),
  detail: route({
    method: 'GET',
    path: '/api/app/detail',
    title: '应用详情',
    access: 'app.read',
    query: byKey,
    data: application,
  }),
  auditApply: route({
    method: 'POST',
    path: '/api/app/auditApply',
    title: '审核、停用或注销应用',
    access: 'app.audit',
    body: wireObject(
      {
        key: appKey,
        act: z.enum(['agree', 'refuse', 'stop', 'resume', 'close']),
        /** Required for refusing and for stopping. */
        auditReason: z.string().trim().max(200, '理由不超过200字').default(''),
        version: z.int().optional(),
      },
      {
        key: applicationWireNames.key,
        auditReason: applicationWireNames.auditReason,
        version: applicationWireNames.version,
      },
    ),
    data: wireObject({ status: appStatus }, { status: applicationWireNames.status }),
  }),
  /** Opens a built-in application to its own audience, or limits it to the roles or the people to whom it is granted. */
  limit: route({
    method: 'POST',
    path: '/api/app/limit',
    title: '设置内置应用的使用范围',
    access: 'app.audit',
    body: z.object({
      key: appKey,
      /** One of `powers` of the application. */
      power,
      version: z.int(),
    }),
    data: z.null(),
  }),
  history: route({
    method: 'GET',
    path: '/api/app/history',
    title: '应用经过',
    access: 'app.read',
    query: byKey,
    data: z.array(z.object({ at: z.iso.datetime(), by: z.string(), title: z.string(), details: z.string() })),
  }),
  setSort: route({
    method: 'POST',
    path: '/api/app/setSort',
    title: '应用排序',
    access: 'app.audit',
    body: z.object({ appSort: category, fAppKeys: z.array(appKey).max(500) }),
    inQueryToo: { appSort: 'text' },
    data: z.null(),
  }),
}
