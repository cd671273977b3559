import { z } from 'zod'
import {
  appCategories,
  dayRange,
  enumOf,
  idOf,
  intParam,
  labels,
  pageOf,
  pageQuery,
  routesOf,
} from '#packages/contract'
import { isCreditCode, isMobile } from '#packages/core'
import { newPassword } from '#kernel/identity/contract.ts'
import {
  applicationFields,
  appSecret,
  appStatus,
  changedSecret,
  secretChange,
  secretRevocation,
} from '#kernel/catalogue/contract.ts'
import { manifest } from './manifest.ts'

/** The state of a company on the platform. */
export const developerStatuses = { 0: '待审核', 1: '正常', 2: '已退回', 3: '已停用' } as const
export type DeveloperStatus = keyof typeof developerStatuses
export const developerStatus = z.literal(Object.keys(developerStatuses).map(Number) as DeveloperStatus[])

export const memberRoles = labels({ develop: '开发', operate: '运维', read: '只读' })
export type MemberRole = keyof typeof memberRoles
export const memberRole = enumOf(memberRoles)

/** Whether a district works with the company. */
export const cooperationStatuses = labels({
  active: { label: '合作中', tone: 'success', isNormal: true },
  stopped: { label: '已停止合作', tone: 'closed' },
})
export type CooperationStatus = keyof typeof cooperationStatuses

/** A changed agreement gets the next number; companies accept it again. */
export const agreementVersion = 1

const reason = z.string().trim().min(1, '请填写理由').max(200, '理由不超过200字')

export const companyFields = z.object({
  company: z.string().trim().min(2, '请输入企业名称').max(50, '企业名称不超过50字'),
  creditCode: z.string().trim().toUpperCase().refine(isCreditCode, '统一社会信用代码有误，请核对'),
  contact: z.string().trim().min(2, '请输入联系人姓名').max(20, '联系人姓名不超过20字'),
})
export type CompanyForm = z.output<typeof companyFields>

const mobile = z.string().trim().refine(isMobile, '请输入正确的手机号')

export const phoneForm = z.object({ phone: mobile })

const smsCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入6位验证码')

export const registerForm = companyFields.extend({
  msgId: z.string().min(1, '请先获取验证码').max(100),
  code: smsCode,
  password: newPassword,
  agreement: z.literal(agreementVersion, '请阅读并同意开发者协议'),
})
export type RegisterForm = z.output<typeof registerForm>

export const ownAppKinds = { 2: '第三方网页', 3: '移动H5/微应用', 4: '纯接口' } as const

/** What a company fills in about an application. The rest is decided by the district. */
export const ownAppFields = z.object({
  kind: z.literal([2, 3, 4], '请选择应用类型'),
  name: applicationFields.shape.name,
  about: applicationFields.shape.about,
  category: enumOf(appCategories),
  logo: z.string().regex(/^[a-z][a-z-]{0,40}$/, '请选择图标'),
  url: z
    .string()
    .trim()
    .max(500, '应用地址不超过500字')
    .refine((value) => value === '' || /^https:\/\/[^\s/]+/.test(value), '应用地址须为https'),
  ips: applicationFields.shape.ips,
})

/** An application of the own company. */
export const ownAppForm = ownAppFields.extend({
  /** Empty for a new application. */
  key: z.string().max(64).meta({ 'x-ref': 'application' }),
  /** The district of a new application. */
  districtId: z.int().nullable(),
  version: z.int().optional(),
  /** Submits the application to the district at once; otherwise it stays a draft. */
  isSubmitted: z.boolean(),
})
export type OwnAppForm = z.output<typeof ownAppForm>

const ownApplication = z.object({
  key: z.string(),
  districtId: z.int(),
  districtName: z.string(),
  kind: z.literal([2, 3, 4]),
  name: z.string(),
  about: z.string(),
  category: enumOf(appCategories),
  logo: z.string(),
  url: z.string(),
  ips: z.string(),
  status: appStatus,
  /** Why the district refused or stopped it. */
  auditReason: z.string(),
  hasSecret: z.boolean(),
  registeredAt: z.iso.datetime().nullable(),
  auditedAt: z.iso.datetime().nullable(),
  version: z.int(),
})
export type OwnApplication = z.output<typeof ownApplication>

const ownMessage = z.object({
  id: idOf('message'),
  title: z.string(),
  body: z.string(),
  at: z.iso.datetime(),
  districtName: z.string(),
})
export type OwnMessage = z.output<typeof ownMessage>

const route = routesOf(manifest)

const developerRow = z.object({
  id: idOf('developer'),
  company: z.string(),
  creditCode: z.string(),
  contact: z.string(),
  /** Masked. */
  phone: z.string(),
  status: enumOf(cooperationStatuses),
  reason: z.string(),
  /** Applications by state, without drafts. */
  waiting: z.int(),
  serving: z.int(),
  stopped: z.int(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type DeveloperListRow = z.output<typeof developerRow>

const developerDetail = developerRow.extend({
  applications: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      about: z.string(),
      status: appStatus,
      registeredAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type DeveloperDetail = z.output<typeof developerDetail>

const changed = z.object({ id: idOf('developer'), version: z.int() })

const forDevelopers = { access: 'developer', ownTransactions: true } as const
/** The wire name of the specification. */
export const byKey = z.object({ fAppKey: z.string().min(1, '请选择应用').max(64).meta({ 'x-ref': 'application' }) })

const member = z.object({
  accountId: idOf('account'),
  name: z.string(),
  phone: z.string(),
  role: memberRole,
  isOwner: z.boolean(),
})

export const memberFields = z.object({
  name: z.string().trim().min(2, '请输入姓名').max(20, '姓名不超过20字'),
  role: memberRole,
})

const companyInfo = companyFields.extend({
  creditCode: z.string(),
  phone: z.string(),
  status: developerStatus,
  reason: z.string(),
  name: z.string(),
  /** Of the caller, masked. */
  ownPhone: z.string(),
  role: memberRole,
  isOwner: z.boolean(),
  version: z.int(),
  members: z.array(member),
  districts: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type CompanyInfo = z.output<typeof companyInfo>

/** The names of districts that do not answer now; their rows are missing. */
const unavailable = z.array(z.string())

const saved = z.object({ key: z.string(), status: appStatus })

/** What signed-in developers call. */
export const useApplyApi = {
  info: route({
    method: 'GET',
    path: '/api/developer/info',
    title: '企业信息',
    ...forDevelopers,
    data: companyInfo,
  }),
  saveCompany: route({
    method: 'POST',
    path: '/api/developer/saveCompany',
    title: '修改企业信息',
    ...forDevelopers,
    body: companyFields.extend({ version: z.int() }),
    data: z.object({ status: developerStatus }),
  }),
  sendPhoneCodes: route({
    method: 'POST',
    path: '/api/developer/sendPhoneCodes',
    title: '发送更换手机号验证码',
    ...forDevelopers,
    withoutKey: 'limited per minute, hour and day',
    body: phoneForm,
    data: z.object({ ticket: z.string(), retryAfter: z.int() }),
  }),
  /** Another phone number: a code to the present one and one to the new one. */
  updatePhone: route({
    method: 'POST',
    path: '/api/developer/updatePhone',
    title: '更换开发者手机号',
    ...forDevelopers,
    body: z.object({ ticket: z.string().min(1, '请先获取验证码').max(2000), oldCode: smsCode, newCode: smsCode }),
    data: z.null(),
  }),
  /** Adds a colleague, changes what one may do, or removes one. */
  saveMember: route({
    method: 'POST',
    path: '/api/developer/saveMember',
    title: '维护企业成员',
    ...forDevelopers,
    secretAnswer: true,
    body: z.discriminatedUnion('act', [
      memberFields.extend({ act: z.literal('add'), phone: mobile }),
      memberFields.extend({ act: z.literal('change'), accountId: idOf('account') }),
      z.object({ act: z.literal('remove'), accountId: idOf('account') }),
    ]),
    /** The first password of a new colleague. */
    data: z.object({ oneTimePassword: z.string() }),
  }),
  myApps: route({
    method: 'GET',
    path: '/api/developer/myApps',
    title: '我的应用',
    ...forDevelopers,
    query: pageQuery.extend({
      ...dayRange.shape,
      keyword: z.string().trim().max(50).default(''),
      status: intParam({ min: 0, max: 9 }).optional(),
    }),
    data: pageOf(ownApplication).extend({ unavailable }),
  }),
  myApp: route({
    method: 'GET',
    path: '/api/developer/myApp',
    title: '我的应用详情',
    ...forDevelopers,
    query: byKey,
    data: ownApplication,
  }),
  apply: route({
    method: 'POST',
    path: '/api/developer/apply',
    title: '申请应用',
    ...forDevelopers,
    body: ownAppForm,
    data: saved,
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/developer/withdraw',
    title: '撤回应用申请',
    ...forDevelopers,
    body: byKey,
    data: z.null(),
  }),
  history: route({
    method: 'GET',
    path: '/api/developer/history',
    title: '应用经过',
    ...forDevelopers,
    query: byKey,
    data: z.array(z.object({ at: z.iso.datetime(), title: z.string(), details: z.string() })),
  }),
  /** The states of the secrets; values are never sent again. */
  secrets: route({
    method: 'GET',
    path: '/api/developer/secrets',
    title: '应用密钥状态',
    ...forDevelopers,
    query: byKey,
    data: z.array(appSecret),
  }),
  resetSecret: route({
    method: 'POST',
    path: '/api/developer/resetSecret',
    title: '生成或更换应用密钥',
    ...forDevelopers,
    secretAnswer: true,
    body: secretChange,
    data: changedSecret,
  }),
  revokeSecret: route({
    method: 'POST',
    path: '/api/developer/revokeSecret',
    title: '作废应用密钥',
    ...forDevelopers,
    body: secretRevocation,
    data: z.null(),
  }),
  messages: route({
    method: 'GET',
    path: '/api/developer/messages',
    title: '开发者消息',
    ...forDevelopers,
    query: pageQuery.extend(dayRange.shape),
    data: pageOf(ownMessage).extend({ unavailable }),
  }),
}

const company = z.object({
  id: idOf('developer'),
  company: z.string(),
  creditCode: z.string(),
  contact: z.string(),
  /** Masked. */
  phone: z.string(),
  status: developerStatus,
  reason: z.string(),
  /** In how many districts it has or wants applications. */
  districts: z.int(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type PlatformCompany = z.output<typeof company>

/** What platform administrators call. */
export const platformDeveloperApi = {
  companies: route({
    method: 'GET',
    path: '/api/platform/developers',
    title: '全部开发者',
    access: 'platform',
    ownTransactions: true,
    query: pageQuery.extend({
      ...dayRange.shape,
      keyword: z.string().trim().max(50).default(''),
      status: intParam({ min: 0, max: 3 }).optional(),
    }),
    data: pageOf(company),
  }),
  decideCompany: route({
    method: 'POST',
    path: '/api/platform/decideDeveloper',
    title: '审核或停用开发者',
    access: 'platform',
    ownTransactions: true,
    body: z.object({
      id: idOf('developer'),
      act: z.enum(['pass', 'return', 'stop', 'resume']),
      /** Required for returning and stopping. */
      reason: z.string().trim().max(200, '理由不超过200字'),
      version: z.int(),
    }),
    data: z.object({ status: developerStatus }),
  }),
}

export const developerApi = {
  sendCode: route({
    method: 'POST',
    path: '/api/developer/sendCode',
    title: '发送开发者注册验证码',
    access: 'public',
    ownTransactions: true,
    withoutKey: 'the caller has no session; codes are limited per number',
    body: phoneForm,
    data: z.object({ msgId: z.string(), retryAfter: z.int() }),
  }),
  register: route({
    method: 'POST',
    path: '/api/developer/register',
    title: '注册开发者',
    access: 'public',
    ownTransactions: true,
    withoutKey: 'the caller has no session; the code works once',
    body: registerForm,
    data: z.null(),
  }),
  managePage: route({
    method: 'GET',
    path: '/api/developerManage/page',
    title: '开发者列表',
    access: 'developer.manage',
    query: pageQuery.extend({
      ...dayRange.shape,
      keyword: z.string().trim().max(50).default(''),
      status: enumOf(cooperationStatuses).optional(),
    }),
    data: pageOf(developerRow),
  }),
  manageDetail: route({
    method: 'GET',
    path: '/api/developerManage/detail',
    title: '开发者详情',
    access: 'developer.manage',
    query: z.object({ id: idOf('developer') }),
    data: developerDetail,
  }),
  stopCooperation: route({
    method: 'POST',
    path: '/api/developerManage/stop',
    title: '停止与开发者的合作',
    access: 'developer.manage',
    body: changed.extend({ reason }),
    data: z.object({ applications: z.int() }),
  }),
  resumeCooperation: route({
    method: 'POST',
    path: '/api/developerManage/resume',
    title: '恢复与开发者的合作',
    access: 'developer.manage',
    body: changed,
    data: z.object({ applications: z.int() }),
  }),
}
