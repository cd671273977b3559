import { z } from 'zod'
import { idOf, idOrEmptyOf, intParam, optionalIdOf, pageQuery, wireObject, zeroOne } from '#packages/contract'
import { isLandline, isMobile, isServiceNumber } from '#packages/core'
import { organisationNames, orgType, orgTypeName, passwordNames, type OrgType } from './contract-entities.ts'

/** Allowed parents by type. A bureau is the root of its district and is never added. */
const parentsOf: Readonly<Record<OrgType, readonly OrgType[]>> = {
  bureau: [],
  cluster: ['bureau', 'cluster'],
  institution: ['bureau'],
  school: ['bureau', 'cluster'],
  kindergarten: ['bureau', 'cluster'],
  'other-school': ['bureau', 'cluster'],
  department: ['bureau', 'cluster', 'institution', 'school', 'kindergarten', 'other-school', 'department'],
}
export const mayBeChildOf = (type: OrgType, parent: OrgType) => parentsOf[type].includes(parent)

const isPhone = (value: string) => value === '' || isLandline(value) || isMobile(value) || isServiceNumber(value)

const text = (most: number, tooLong: string) => z.string().trim().max(most, tooLong)
const details = {
  stages: z.array(z.int().min(1).max(6)).max(6),
  kind: z
    .string()
    .trim()
    .regex(/^\d{0,3}$/, '办学类型代码应为1至3位数字'),
  property: z.int().min(1).max(6).nullable(),
  educationSystem: z.int().min(1).max(9).nullable(),
  contactName: text(50, '联系人不超过50字'),
  phone: text(30, '请填写正确的固定电话或手机号').refine(isPhone, '请填写正确的固定电话或手机号'),
  postalCode: z
    .string()
    .trim()
    .regex(/^(\d{6})?$/, '邮政编码应为6位数字'),
  address: text(200, '地址不超过200字'),
  remark: text(500, '备注不超过500字'),
  flag: z.int('标记应为0至9的数字').min(0, '标记应为0至9的数字').max(9, '标记应为0至9的数字'),
}
const name = text(100, '机构名称不超过100字').min(1, '请填写机构名称')
/** Pinyin for searching. Empty: the usual reading of the name. */
const letters = text(200, '拼音不超过200字').regex(/^[a-z0-9]*$/, '拼音应为小写字母和数字')
const areaCode = z
  .string()
  .trim()
  .regex(/^(\d{6})?$/, '请选择行政区划')
/** The four switches of an organisation. */
const switches = {
  skipsRepairAudit: z.boolean(),
  skipsAdjustAudit: z.boolean(),
  diskOpenToAll: z.boolean(),
  classesByAcademic: z.boolean(),
}

/** Schools need stages; clients of the specification do not have the field, so it may be missing. */
const hasStages = ({ type, stages }: { type: OrgType; stages?: readonly number[] | undefined }) =>
  stages === undefined || stages.length > 0 || !['school', 'kindergarten'].includes(type)
const stagesMissing = { path: ['stages'], error: '请选择学段' }

/** Details that a school may fill in if they are empty. */
export const emptyDetails = z.object({
  address: details.address.default(''),
  phone: details.phone.default(''),
  contactName: details.contactName.default(''),
})
export type EmptyDetails = z.output<typeof emptyDetails>

/** The switches, with the version that was read. */
export const switchesForm = z.object({ orgId: idOf('organisation'), ...switches, version: z.int().min(0) })

/** The form of a new or changed organisation. */
export const organisationForm = z
  .object({
    /** Null only for the bureau. An edit does not move an organisation. */
    parentId: z.guid('请选择上级机构').nullable(),
    name,
    pinyin: letters,
    pinyinInitials: letters,
    type: orgTypeName,
    ...details,
    areaCode,
    ...switches,
    isPublic: z.boolean(),
    isVillage: z.boolean(),
    /** The version that was read; 0 for a new organisation. */
    version: z.int().min(0),
  })
  .refine(hasStages, stagesMissing)
export type OrganisationForm = z.output<typeof organisationForm>

/** Administrators are invited, not created here: a password in the form is refused instead of being ignored. */
export const invitedOnlyMessage = '管理员由邀请产生，请使用“邀请管理员”'
const notEditableHere = z.string().max(0, invitedOnlyMessage).optional()

/**
 * The detail as the specification sends it back. Missing fields keep their value, or are empty in a new organisation.
 */
const wireShape = {
  parentId: idOrEmptyOf('organisation'),
  name,
  pinyin: letters.optional(),
  pinyinInitials: letters.optional(),
  type: orgType,
  areaCode: areaCode.optional(),
  skipsRepairAudit: zeroOne.optional(),
  skipsAdjustAudit: zeroOne.optional(),
  diskOpenToAll: zeroOne.optional(),
  classesByAcademic: zeroOne.optional(),
  /** An address is unique on the platform and has its own endpoint; here it can only be sent back. */
  host: text(100, '域名不超过100字').optional(),
  stages: details.stages.optional(),
  kind: details.kind.optional(),
  property: details.property.optional(),
  educationSystem: details.educationSystem.optional(),
  contactName: details.contactName.optional(),
  phone: details.phone.optional(),
  postalCode: details.postalCode.optional(),
  address: details.address.optional(),
  remark: details.remark.optional(),
  flag: details.flag.optional(),
  isPublic: zeroOne.optional(),
  isVillage: zeroOne.optional(),
  /** Disables or enables the organisation, by the rules of `forbid`. */
  isDisabled: zeroOne.optional(),
  /**
   * Position among the siblings, from 1, by the rules of `setSort`; empty or 0 keeps it, or puts a new one at the end.
   */
  sort: z.int().min(0, '排序号不能为负数').max(100_000, '排序号过大').optional(),
  /** Clients without versions send none: then the last write wins. */
  version: z.int().min(0).optional(),
  /** These two can only be sent back. */
  adminId: idOrEmptyOf('membership').optional(),
  adminName: text(50, invitedOnlyMessage).optional(),
  adminPassword: notEditableHere,
  adminPasswordAgain: notEditableHere,
  isDeleted: z.literal(0, '请使用“删除”').optional(),
  validCode: z.literal('', '请使用“生成加入码”').optional(),
}
const wireNames = { ...organisationNames, ...passwordNames }
export const addBody = wireObject(wireShape, wireNames)
  .refine(hasStages, stagesMissing)
  .meta({ id: 'OrganisationForm' })
export const editBody = wireObject({ id: idOf('organisation'), ...wireShape }, wireNames)
  .refine(hasStages, stagesMissing)
  .meta({ id: 'OrganisationEdit' })

const keyword = z.string().trim().max(50, '搜索词不超过50字').default('')
const within = z.enum(['children', 'below']).default('children')
const status = z.enum(['open', 'disabled']).optional()
const marks = { min: 0, max: 9 }
const sorts = ['sort', 'name', 'people', 'children'] as const
export type OrganisationSort = (typeof sorts)[number]
const yesNo = z.codec(
  z
    .string()
    .refine((value) => value === 'true' || value === 'false', '应为 true 或 false')
    .meta({ type: 'boolean' }),
  z.boolean(),
  { decode: (word) => word === 'true', encode: (value) => (value ? 'true' : 'false') },
)

/** Without `parentId` the search begins at the caller's scope: `children` are its roots, `below` is all of it. */
export const searchQuery = z.object({
  parentId: optionalIdOf('organisation'),
  within,
  /** A part of the name, of its pinyin, or the beginning of its initials. */
  keyword,
  type: orgTypeName.optional(),
  stage: intParam({ min: 1, max: 6 }).optional(),
  status,
  flag: intParam(marks).optional(),
  sort: z.enum(sorts).default('sort'),
  desc: yesNo.default(false),
  ...pageQuery.shape,
})

/** The same as part of a body: all results of this search. */
export const organisationFilter = z.object({
  parentId: idOf('organisation').nullable().default(null),
  within,
  keyword,
  type: orgTypeName.optional(),
  stage: z.int().min(1).max(6).optional(),
  status,
  flag: details.flag.optional(),
})
export type OrganisationFilter = z.output<typeof organisationFilter>

/** The maximum for one request. */
export const maxTargets = 2_000
const ids = z.array(idOf('organisation')).max(maxTargets, `一次最多处理${maxTargets}个机构`)
const targets = z.union([
  z.object({ ids: ids.min(1, '请选择机构') }),
  z.object({ all: z.literal(true), filter: organisationFilter, except: ids.default([]) }),
])
export type DisableTargets = z.output<typeof targets>

export const disableBody = z.object({ targets, isDisabled: z.boolean() })

/** `count` change, `already` are in the wanted state, `below` are below those that change and keep their own state. */
export const disablePreview = z.object({
  count: z.int(),
  already: z.int(),
  below: z.int(),
  /** People who lose or regain sign-in there, by the stored counts. */
  people: z.int(),
  /** The first five that change. */
  names: z.array(z.string()),
})
