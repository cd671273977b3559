import { z } from 'zod'
import { dayRange, enumOf, idOf, intParam, labels, pageOf, pageQuery, routesOf } from '#packages/contract'
import { isMobile } from '#packages/core'
import { maxSmsQuota } from '#kernel/message/contract.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const platform = { access: 'platform', ownTransactions: true } as const
/** The number of a district. */
const districtNumber = z.int().min(1)

export const districtStates = labels({
  active: { label: '使用中', tone: 'success', isNormal: true },
  pending: { label: '创建中', tone: 'warning' },
  closed: { label: '已停用', tone: 'closed' },
})

const district = z.object({
  /** The number of the district, as the id of a row. */
  id: z.string(),
  name: z.string(),
  cell: z.int(),
  host: z.string(),
  status: enumOf(districtStates),
  createdAt: z.iso.datetime(),
  /** Null while its cell does not answer. */
  counts: z
    .object({ schools: z.int(), staff: z.int(), pupils: z.int(), smsUsed: z.int(), smsLimit: z.int() })
    .nullable(),
})
export type District = z.output<typeof district>

export const districtForm = z.object({
  name: z.string().trim().min(1, '请输入地区名称').max(100, '名称不超过100个字'),
  cell: z.int(),
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(100, '域名过长')
    .regex(/^$|^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/, '请输入正确的域名'),
  administrator: z.string().trim().min(1, '请输入管理员姓名').max(50, '姓名不超过50个字'),
  phone: z
    .string()
    .trim()
    .refine((value) => value === '' || isMobile(value), '请输入正确的手机号'),
})
export type DistrictForm = z.output<typeof districtForm>

export const smsLimitForm = z.object({ monthly: z.int('请输入每月条数').min(0).max(maxSmsQuota) })

export const administratorStates = labels({
  active: { label: '正常', tone: 'success', isNormal: true },
  disabled: { label: '已停用', tone: 'closed' },
})

const administrator = z.object({
  id: idOf('account'),
  name: z.string(),
  status: enumOf(administratorStates),
  hasTotp: z.boolean(),
  createdAt: z.iso.datetime(),
  signedInAt: z.iso.datetime().nullable(),
  isSelf: z.boolean(),
})
export type Administrator = z.output<typeof administrator>

const logRow = z.object({
  id: idOf('operation'),
  at: z.iso.datetime(),
  name: z.string(),
  kind: z.enum(['platform', 'developer']),
  title: z.string(),
  objects: z.array(z.string()),
  address: z.string(),
})
export type LogRow = z.output<typeof logRow>

const application = z.object({
  id: z.string(),
  name: z.string(),
  route: z.string(),
  category: z.string(),
  about: z.string(),
  pages: z.int(),
})
export type CatalogueApplication = z.output<typeof application>

const constantType = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  values: z.array(z.object({ code: z.string(), name: z.string() })),
  /** What districts may do with the values. */
  rule: z.enum(['fixed', 'hide', 'add', 'disabled']),
})
export type PlatformConstantType = z.output<typeof constantType>

/** A link that is shown once. */
const invitation = z.object({ url: z.string() })
const one = z.object({ id: idOf('account') })

export const platformApi = {
  districts: route({
    method: 'GET',
    path: '/api/platform/districts',
    title: '地区列表',
    ...platform,
    query: pageQuery.extend({ keyword: z.string().trim().max(50).default('') }),
    data: pageOf(district),
  }),
  cells: route({
    method: 'GET',
    path: '/api/platform/cells',
    title: '数据单元',
    ...platform,
    data: z.array(z.object({ id: z.int(), districts: z.int() })),
  }),
  createDistrict: route({
    method: 'POST',
    path: '/api/platform/createDistrict',
    title: '创建地区',
    ...platform,
    secretAnswer: true,
    body: districtForm,
    data: invitation.extend({ id: z.string() }),
  }),
  inviteDistrictAdministrator: route({
    method: 'POST',
    path: '/api/platform/inviteDistrictAdministrator',
    title: '邀请地区管理员',
    ...platform,
    secretAnswer: true,
    body: districtForm.pick({ administrator: true, phone: true }).extend({ district: districtNumber }),
    data: invitation,
  }),
  setDistrictState: route({
    method: 'POST',
    path: '/api/platform/setDistrictState',
    title: '停用或启用地区',
    ...platform,
    body: z.object({ district: districtNumber, isDisabled: z.boolean() }),
    data: z.null(),
  }),
  saveSmsLimit: route({
    method: 'POST',
    path: '/api/platform/saveSmsLimit',
    title: '设置地区的短信上限',
    ...platform,
    body: smsLimitForm.extend({ district: districtNumber }),
    data: z.null(),
  }),
  administrators: route({
    method: 'GET',
    path: '/api/platform/administrators',
    title: '平台管理员列表',
    ...platform,
    data: pageOf(administrator),
  }),
  inviteAdministrator: route({
    method: 'POST',
    path: '/api/platform/inviteAdministrator',
    title: '邀请平台管理员',
    ...platform,
    secretAnswer: true,
    data: invitation,
  }),
  setAdministratorState: route({
    method: 'POST',
    path: '/api/platform/setAdministratorState',
    title: '停用或启用平台管理员',
    ...platform,
    body: one.extend({ isDisabled: z.boolean() }),
    data: z.null(),
  }),
  resetAdministratorFactors: route({
    method: 'POST',
    path: '/api/platform/resetAdministratorFactors',
    title: '重置平台管理员的动态口令',
    ...platform,
    body: one,
    data: z.null(),
  }),
  resetAdministratorPassword: route({
    method: 'POST',
    path: '/api/platform/resetAdministratorPassword',
    title: '重置平台管理员的密码',
    ...platform,
    secretAnswer: true,
    body: one,
    /** Shown once; its owner chooses another one at the next sign-in. */
    data: z.object({ oneTimePassword: z.string() }),
  }),
  log: route({
    method: 'GET',
    path: '/api/platform/log',
    title: '平台操作日志',
    ...platform,
    query: pageQuery.extend({ ...dayRange.shape, district: intParam({ min: 1 }).optional() }),
    data: pageOf(logRow),
  }),
  catalogue: route({
    method: 'GET',
    path: '/api/platform/catalogue',
    title: '应用目录',
    ...platform,
    data: z.array(application),
  }),
  constants: route({
    method: 'GET',
    path: '/api/platform/constants',
    title: '平台常量',
    ...platform,
    data: z.array(constantType),
  }),
}
