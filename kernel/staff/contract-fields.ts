import { z } from 'zod'
import { idOf, idOrEmptyOf, wireObject, zeroOne } from '#packages/contract'

/** What somebody is in an organisation, with the numbers of the wire. */
export const userTypes = {
  teacher: { code: 3, title: '教师' },
  worker: { code: 4, title: '职工' },
  bureau: { code: 5, title: '教育局及直属单位人员' },
  external: { code: 6, title: '外聘与服务人员' },
} as const
export type UserType = keyof typeof userTypes
export const userType = z.enum(Object.keys(userTypes) as [UserType, ...UserType[]], '请选择人员类别')

/** 用工类型, by their numbers. */
export const workerTypes = {
  1: '在编',
  2: '合同',
  3: '代课临聘',
  4: '交流支教',
  5: '行政',
  6: '工勤',
  7: '返聘',
  8: '实习',
} as const

/** How a place stands today. */
export const membershipStatuses = { active: '在岗', planned: '待生效', suspended: '停用', left: '离岗' } as const
export type MembershipStatus = keyof typeof membershipStatuses

/** Whether somebody can sign in. */
export const accountStates = { none: '未开通', invited: '已邀请', active: '已开通' } as const
export type AccountState = keyof typeof accountStates

/** A member of staff in one place: the "User record" of the specification. Sensitive fields are always masked. */
const shape = {
  id: idOf('membership'),
  orgId: idOf('organisation'),
  departmentId: idOrEmptyOf('organisation'),
  sex: z.enum(['男', '女', '']),
  /** What is typed at the door; empty until the invitation is accepted. */
  loginName: z.string(),
  name: z.string(),
  registeredOn: z.string(),
  birthday: z.string(),
  idCard: z.string(),
  /** 01 to 56, or empty. */
  nation: z.string(),
  teacherLevel: z.string(),
  diploma: z.string(),
  graduateSchool: z.string(),
  specialty: z.string(),
  post: z.string(),
  mobile: z.string(),
  officePhone: z.string(),
  email: z.string(),
  address: z.string(),
  resume: z.string(),
  /** A mark from 0 to 9 that administrators set as they like, and lists are filtered by. */
  flag: z.int(),
  remark: z.string(),
  /** A second name opens the same door, so it is a credential: never told. */
  secondLoginName: z.literal(''),
  qq: z.string(),
  otherPhone: z.string(),
  workedFrom: z.string(),
  isDeleted: zeroOne,
  icCard: z.string(),
  number: z.string(),
  subject: z.string(),
  sort: z.int(),
  license: z.string(),
  accountId: idOrEmptyOf('account'),
  workerType: z.int().nullable(),
  /** The same as `mobile`: the specification has both. */
  phone: z.string(),
  updatedAt: z.iso.datetime(),
  noSecondStep: zeroOne,
  version: z.int(),
}
type FieldName = keyof typeof shape

/**
 * Who may see a field: `colleague` everybody who works in the district, as the directory shows it; `manager` those who
 * hold user.read over the place; `masked` the same, with its middle hidden, and the whole of it for a reason that is
 * logged (user.reveal). Who may change it: `manager` by user.edit, `self` also the person on the personal pages,
 * `nobody` only the system.
 */
interface FieldRule {
  wire: string
  title: string
  /** Where it is kept: with the human being, with the staff file of the human being, with this place. */
  of: 'person' | 'file' | 'place'
  see: 'colleague' | 'manager' | 'masked' | 'nobody'
  change: 'self' | 'manager' | 'nobody'
}

const rule = (
  wire: string,
  title: string,
  of: FieldRule['of'],
  see: FieldRule['see'],
  change: FieldRule['change'],
): FieldRule => ({ wire, title, of, see, change })

/** The one table of the User record: every field, its name on the wire, and who may see and change it. */
export const userFields = {
  id: rule('fUserID', '人员编号', 'place', 'colleague', 'nobody'),
  orgId: rule('fOrgID', '单位', 'place', 'colleague', 'nobody'),
  departmentId: rule('fDepartmentID', '部门', 'place', 'colleague', 'manager'),
  sex: rule('fSex', '性别', 'person', 'colleague', 'self'),
  loginName: rule('fName', '用户名', 'person', 'manager', 'nobody'),
  name: rule('fRealName', '姓名', 'person', 'colleague', 'manager'),
  registeredOn: rule('fRegDate', '登记日期', 'place', 'manager', 'nobody'),
  birthday: rule('fBirthday', '出生日期', 'file', 'manager', 'manager'),
  idCard: rule('fidCard', '身份证号', 'person', 'masked', 'manager'),
  nation: rule('fNation', '民族', 'file', 'manager', 'manager'),
  teacherLevel: rule('fTeacherLevel', '职称', 'file', 'manager', 'manager'),
  diploma: rule('fDiploma', '学历', 'file', 'manager', 'manager'),
  graduateSchool: rule('fGraduateSchool', '毕业院校', 'file', 'manager', 'manager'),
  specialty: rule('fSpecialty', '所学专业', 'file', 'manager', 'manager'),
  post: rule('fDuty', '职务', 'place', 'colleague', 'manager'),
  mobile: rule('fMobilePhone', '手机', 'person', 'masked', 'self'),
  officePhone: rule('fOfficePhone', '办公电话', 'place', 'colleague', 'manager'),
  email: rule('feMail', '电子邮箱', 'file', 'manager', 'manager'),
  address: rule('fLinkAddr', '联系地址', 'file', 'masked', 'manager'),
  resume: rule('fResume', '简历', 'file', 'manager', 'manager'),
  flag: rule('fFlag', '标记', 'place', 'manager', 'manager'),
  remark: rule('fRemark', '备注', 'place', 'manager', 'manager'),
  secondLoginName: rule('fSecondLoginName', '第二用户名', 'person', 'nobody', 'nobody'),
  qq: rule('fqq', 'QQ', 'file', 'manager', 'manager'),
  otherPhone: rule('fOtherPhone', '其他电话', 'file', 'masked', 'manager'),
  workedFrom: rule('fBeginWorkTime', '参加工作时间', 'file', 'manager', 'manager'),
  isDeleted: rule('fDeleted', '已离岗', 'place', 'manager', 'nobody'),
  icCard: rule('fIcCardNumber', '一卡通号', 'place', 'masked', 'manager'),
  number: rule('fUserNumber', '工号', 'place', 'colleague', 'manager'),
  subject: rule('fSubject', '任教学科', 'place', 'colleague', 'manager'),
  sort: rule('fSort', '排序', 'place', 'manager', 'manager'),
  license: rule('fTeaLicenseNO', '教师资格证号', 'file', 'masked', 'manager'),
  accountId: rule('fAccountId', '账号', 'person', 'manager', 'nobody'),
  workerType: rule('fWorkerType', '用工类型', 'place', 'manager', 'manager'),
  phone: rule('fPhone', '手机', 'person', 'masked', 'self'),
  updatedAt: rule('fUpdateTime', '更新时间', 'place', 'manager', 'nobody'),
  noSecondStep: rule('fNoSecCheck', '免二次验证', 'place', 'manager', 'manager'),
  version: rule('fVersion', '版本', 'place', 'manager', 'nobody'),
} satisfies Record<FieldName, FieldRule>

/** What is hidden but for its ends, and shown whole for a reason. */
export const maskedFields = ['idCard', 'mobile', 'otherPhone', 'address', 'icCard', 'license'] as const
export type MaskedField = (typeof maskedFields)[number]

const names = Object.fromEntries(Object.entries(userFields).map(([name, { wire }]) => [name, wire]))

/** What our own pages need beside it. */
const around = {
  orgName: z.string(),
  departmentName: z.string(),
  /** The department that it is a part of, if it is one. */
  departmentAbove: z.string(),
  userType,
  status: z.enum(Object.keys(membershipStatuses) as [MembershipStatus, ...MembershipStatus[]]),
  isMain: z.boolean(),
  account: z.enum(Object.keys(accountStates) as [AccountState, ...AccountState[]]),
  /** Until when the latest link works; null unless somebody is invited. */
  invitedUntil: z.iso.datetime().nullable(),
  isBound: z.boolean(),
  startsOn: z.iso.date(),
  /** The last day; null while it is open. */
  endsOn: z.iso.date().nullable(),
}

export const user = wireObject({ ...shape, ...around }, names).meta({ id: 'User' })
export type User = z.output<typeof user>

/** One place of somebody's, wherever in the district it is. */
export const staffMembership = z.object({
  id: idOf('membership'),
  orgId: idOf('organisation'),
  orgName: z.string(),
  departmentId: idOf('organisation').nullable(),
  departmentName: z.string(),
  userType,
  post: z.string(),
  isMain: z.boolean(),
  status: around.status,
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
  /** Within the reader's own reach: what is elsewhere is told, not changed. */
  mayEdit: z.boolean(),
})
export type StaffMembership = z.output<typeof staffMembership>

export const userDetail = wireObject(
  {
    ...shape,
    ...around,
    /** The names above the place, from the top. */
    ancestors: z.array(z.string()),
    memberships: z.array(staffMembership),
    /** When the account last came in; null if never, or before the log begins. */
    lastSignInAt: z.iso.datetime().nullable(),
    /** Whether the reader may have masked fields shown. */
    mayReveal: z.boolean(),
  },
  names,
).meta({ id: 'UserDetail' })
export type UserDetail = z.output<typeof userDetail>
