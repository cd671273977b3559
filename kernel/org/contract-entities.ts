import { z } from 'zod'
import { enumOf, idOf, idOrEmptyOf, wireObject, zeroOne } from '#packages/contract'

/** Types of organisations with their wire numbers. People can switch to schools only. */
export const orgTypes = {
  school: { code: 1, title: '中小学', switchable: true },
  kindergarten: { code: 2, title: '幼儿园', switchable: true },
  bureau: { code: 3, title: '教育局', switchable: false },
  institution: { code: 4, title: '直属事业单位', switchable: false },
  'other-school': { code: 5, title: '其他学校', switchable: true },
  cluster: { code: 6, title: '学区', switchable: false },
  department: { code: 7, title: '内设部门', switchable: false },
} as const
export type OrgType = keyof typeof orgTypes

/** 学段, by their numbers. */
export const stages = { 1: '学前', 2: '小学', 3: '初中', 4: '普高', 5: '中职', 6: '特教' } as const
/** 办别, by their numbers. */
export const properties = {
  1: '教育部门',
  2: '其他政府部门',
  3: '集体',
  4: '民办',
  5: '企事业',
  6: '中外合作',
} as const
/** 学制, by their numbers. */
export const educationSystems = {
  1: '六三',
  2: '五四',
  3: '九年一贯',
  4: '十二年一贯',
  5: '完全中学',
  6: '三年制',
  9: '其他',
} as const

const typeOfCode = new Map(Object.entries(orgTypes).map(([type, { code }]) => [code as number, type as OrgType]))
/** The same as a word, for endpoints that are not in the specification. */
export const orgTypeName = enumOf(orgTypes, '请选择机构类型')
export const orgType = z.codec(z.int().min(1).max(7), z.custom<OrgType>(), {
  decode: (code) => typeOfCode.get(code)!,
  encode: (type) => orgTypes[type].code,
})

/** A node for choosing: nested, without departments. `hasChild`: there are more nodes than were sent. */
export interface SwitchNode {
  id: string
  name: string
  type: OrgType
  stages: number[]
  hasChild?: boolean | undefined
  children: SwitchNode[]
}
export const switchNode: z.ZodType<SwitchNode> = wireObject(
  {
    id: idOf('organisation'),
    name: z.string(),
    type: orgType,
    stages: z.array(z.int()),
    hasChild: z.boolean().optional(),
    children: z.lazy(() => z.array(switchNode)),
  },
  { id: 'fId', name: 'fName', type: 'fOrgType', stages: 'fEducation', children: 'childers' },
).meta({ id: 'OrgSwitchNode' })

/** A node of the tree that is opened level by level. */
export const treeNode = wireObject(
  {
    id: idOf('organisation'),
    parentId: idOrEmptyOf('organisation'),
    name: z.string(),
    type: orgType,
    sort: z.int(),
    userCount: z.int(),
    /** Number of all organisations and departments below it. */
    belowCount: z.int(),
    isDisabled: zeroOne,
    hasChild: z.boolean(),
  },
  {
    id: 'fOrgID',
    parentId: 'fParentID',
    name: 'fName',
    type: 'fOrgType',
    sort: 'fSort',
    userCount: 'fUserCount',
    isDisabled: 'fForbid',
  },
).meta({ id: 'OrgTreeNode' })
export type OrgTreeNode = z.output<typeof treeNode>

export const flatNode = wireObject(
  { id: idOf('organisation'), parentId: idOrEmptyOf('organisation'), name: z.string(), type: orgType, sort: z.int() },
  { id: 'fOrgID', parentId: 'fParentID', name: 'fName', type: 'fOrgType', sort: 'fSort' },
).meta({ id: 'OrgFlatNode' })

const organisationShape = {
  id: idOf('organisation'),
  parentId: idOrEmptyOf('organisation'),
  name: z.string(),
  pinyin: z.string(),
  pinyinInitials: z.string(),
  contactName: z.string(),
  kind: z.string(),
  property: z.int().nullable(),
  childCount: z.int(),
  userCount: z.int(),
  ownUserCount: z.int(),
  postalCode: z.string(),
  address: z.string(),
  phone: z.string(),
  isDisabled: zeroOne,
  /** A user-defined mark from 0 to 9, for filtering. */
  flag: z.int(),
  remark: z.string(),
  host: z.string(),
  sort: z.int(),
  areaCode: z.string(),
  educationSystem: z.int().nullable(),
  type: orgType,
  stages: z.array(z.int()),
  isPublic: zeroOne,
  isDeleted: zeroOne,
  /** The first administrator with an account; a department has the administrator of its organisation. */
  adminId: idOrEmptyOf('membership'),
  /** A join code works like a password: it is shown once when it is created, and is always empty here. */
  validCode: z.literal(''),
  isVillage: zeroOne,
  parentAreaCode: z.string(),
  skipsRepairAudit: zeroOne,
  skipsAdjustAudit: zeroOne,
  diskOpenToAll: zeroOne,
  classesByAcademic: zeroOne,
  version: z.int(),
}
export const organisationNames = {
  id: 'fOrgID',
  parentId: 'fParentID',
  name: 'fName',
  pinyin: 'fPinyinName',
  pinyinInitials: 'fShortPinyinName',
  contactName: 'fLinkManName',
  kind: 'fKindID',
  property: 'fPropertyID',
  childCount: 'fChildOrgCount',
  userCount: 'fUserCount',
  ownUserCount: 'fCurrOrgUserCount',
  postalCode: 'fPostalcode',
  address: 'fAddr',
  phone: 'fPhone',
  isDisabled: 'fForbid',
  flag: 'fFlag',
  remark: 'fRemark',
  host: 'fHost',
  sort: 'fSort',
  areaCode: 'fAreaCode',
  educationSystem: 'fEducationSystemID',
  type: 'fOrgType',
  stages: 'fEducation',
  isPublic: 'fIsPublicSchool',
  isDeleted: 'fDeleted',
  adminId: 'fAdminID',
  validCode: 'fValidCode',
  isVillage: 'fIsVillage',
  parentAreaCode: 'fParentAreaCode',
  skipsRepairAudit: 'fSkipRepairAudit',
  skipsAdjustAudit: 'fSkipTiaokeAudit',
  diskOpenToAll: 'fNetDiskAllAllow',
  classesByAcademic: 'fClassInJiaoWu',
  version: 'fVersion',
} as const

export const organisation = wireObject(organisationShape, organisationNames).meta({ id: 'Organisation' })
export type Organisation = z.output<typeof organisation>

export const passwordNames = { adminPassword: 'adminPwd', adminPasswordAgain: 'adminPwdConfirm' } as const

/** The detail is also the form: its password fields are always empty, because administrators are invited. */
export const organisationDetail = wireObject(
  {
    ...organisationShape,
    formId: idOf('organisation'),
    ancestors: z.array(z.string()),
    adminName: z.string(),
    adminPassword: z.literal(''),
    adminPasswordAgain: z.literal(''),
  },
  { ...organisationNames, ...passwordNames, formId: 'fOrgId' },
).meta({ id: 'OrganisationDetail' })
export type OrganisationDetail = z.output<typeof organisationDetail>
