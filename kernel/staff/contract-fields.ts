import { z } from 'zod'
import { enumOf, idOf, idOrEmptyOf, labels, wireObject, zeroOne } from '#packages/contract'

/** The role of a person in an organisation, with the numbers of the wire format. */
export const userTypes = {
  teacher: { code: 3, title: '教师' },
  worker: { code: 4, title: '职工' },
  bureau: { code: 5, title: '教育局及直属单位人员' },
  external: { code: 6, title: '外聘与服务人员' },
} as const
export type UserType = keyof typeof userTypes
export const userType = enumOf(userTypes, '请选择人员类别')

/** 用工类型, by number. */
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

/** The status of a membership today. */
export const membershipStatuses = labels({
  active: { label: '在岗', tone: 'success', isNormal: true },
  planned: { label: '待生效', tone: 'info' },
  suspended: { label: '停用', tone: 'closed' },
  left: { label: '离岗', tone: 'closed' },
})
export type MembershipStatus = keyof typeof membershipStatuses

/** Whether a person can sign in. No state needs attention, because most people have or will have an account. */
export const accountStates = labels({
  none: { label: '未开通', tone: 'closed', isNormal: true },
  invited: { label: '已邀请', tone: 'info', isNormal: true },
  active: { label: '已开通', tone: 'success', isNormal: true },
})
export type AccountState = keyof typeof accountStates

/** One membership of a staff member: the "User record" of the specification. Sensitive fields are always masked. */
const shape = {
  id: idOf('membership'),
  orgId: idOf('organisation'),
  departmentId: idOrEmptyOf('organisation'),
  sex: z.enum(['男', '女', '']),
  /** The login name; empty until the invitation is accepted. */
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
  /** A number from 0 to 9 that administrators assign freely and filter by. */
  flag: z.int(),
  remark: z.string(),
  /** A second login name is a credential, so it is never returned. */
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
  /** Same as `mobile`: the specification has both. */
  phone: z.string(),
  updatedAt: z.iso.datetime(),
  noSecondStep: zeroOne,
  version: z.int(),
}
type FieldName = keyof typeof shape

/**
 * Who may read a field: `colleague`: all staff of the district, as in the contacts; `manager`: holders of user.read in
 * the membership's scope; `masked`: the same, but masked, and in full only with a logged reason (user.reveal). Who may
 * change it: `manager`: with user.edit; `self`: also the person on the personal pages; `nobody`: only the system.
 */
interface FieldRule {
  wire: string
  title: string
  /** Where the field is stored: with the person, in the staff file of the person, or with the membership. */
  of: 'person' | 'file' | 'membership'
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

/** All fields of the User record with their wire names and access rules. */
export const userFields = {
  id: rule('fUserID', '人员编号', 'membership', 'colleague', 'nobody'),
  orgId: rule('fOrgID', '单位', 'membership', 'colleague', 'nobody'),
  departmentId: rule('fDepartmentID', '部门', 'membership', 'colleague', 'manager'),
  sex: rule('fSex', '性别', 'person', 'colleague', 'self'),
  loginName: rule('fName', '用户名', 'person', 'manager', 'nobody'),
  name: rule('fRealName', '姓名', 'person', 'colleague', 'manager'),
  registeredOn: rule('fRegDate', '登记日期', 'membership', 'manager', 'nobody'),
  birthday: rule('fBirthday', '出生日期', 'file', 'manager', 'manager'),
  idCard: rule('fidCard', '身份证号', 'person', 'masked', 'manager'),
  nation: rule('fNation', '民族', 'file', 'manager', 'manager'),
  teacherLevel: rule('fTeacherLevel', '职称', 'file', 'manager', 'manager'),
  diploma: rule('fDiploma', '学历', 'file', 'manager', 'manager'),
  graduateSchool: rule('fGraduateSchool', '毕业院校', 'file', 'manager', 'manager'),
  specialty: rule('fSpecialty', '所学专业', 'file', 'manager', 'manager'),
  post: rule('fDuty', '职务', 'membership', 'colleague', 'manager'),
  mobile: rule('fMobilePhone', '手机', 'person', 'masked', 'self'),
  officePhone: rule('fOfficePhone', '办公电话', 'membership', 'colleague', 'manager'),
  email: rule('feMail', '电子邮箱', 'file', 'manager', 'manager'),
  address: rule('fLinkAddr', '联系地址', 'file', 'masked', 'manager'),
  resume: rule('fResume', '简历', 'file', 'manager', 'manager'),
  flag: rule('fFlag', '标记', 'membership', 'manager', 'manager'),
  remark: rule('fRemark', '备注', 'membership', 'manager', 'manager'),
  secondLoginName: rule('fSecondLoginName', '第二用户名', 'person', 'nobody', 'nobody'),
  qq: rule('fqq', 'QQ', 'file', 'manager', 'manager'),
  otherPhone: rule('fOtherPhone', '其他电话', 'file', 'masked', 'manager'),
  workedFrom: rule('fBeginWorkTime', '参加工作时间', 'file', 'manager', 'manager'),
  isDeleted: rule('fDeleted', '已离岗', 'membership', 'manager', 'nobody'),
  icCard: rule('fIcCardNumber', '一卡通号', 'membership', 'masked', 'manager'),
  number: rule('fUserNumber', '工号', 'membership', 'colleague', 'manager'),
  subject: rule('fSubject', '任教学科', 'membership', 'colleague', 'manager'),
  sort: rule('fSort', '排序', 'membership', 'manager', 'manager'),
  license: rule('fTeaLicenseNO', '教师资格证号', 'file', 'masked', 'manager'),
  accountId: rule('fAccountId', '账号', 'person', 'manager', 'nobody'),
  workerType: rule('fWorkerType', '用工类型', 'membership', 'manager', 'manager'),
  phone: rule('fPhone', '手机', 'person', 'masked', 'self'),
  updatedAt: rule('fUpdateTime', '更新时间', 'membership', 'manager', 'nobody'),
  noSecondStep: rule('fNoSecCheck', '免二次验证', 'membership', 'manager', 'manager'),
  version: rule('fVersion', '版本', 'membership', 'manager', 'nobody'),
} satisfies Record<FieldName, FieldRule>

/** Masked fields, which can be revealed with a reason. */
export const maskedFields = ['idCard', 'mobile', 'otherPhone', 'address', 'icCard', 'license'] as const
export type MaskedField = (typeof maskedFields)[number]

const names = Object.fromEntries(Object.entries(userFields).map(([name, { wire }]) => [name, wire]))

/** Further fields for our own pages. */
const around = {
  orgName: z.string(),
  departmentName: z.string(),
  /** The parent department, if there is one. */
  departmentAbove: z.string(),
  userType,
  status: enumOf(membershipStatuses),
  isMain: z.boolean(),
  account: enumOf(accountStates),
  /** Expiry of the latest invitation; null unless the person is invited. */
  invitedUntil: z.iso.datetime().nullable(),
  isBound: z.boolean(),
  startsOn: z.iso.date(),
  /** The last day; null without an end. */
  endsOn: z.iso.date().nullable(),
}

export const user = wireObject({ ...shape, ...around }, names).meta({ id: 'User' })
export type User = z.output<typeof user>

/** A membership of a person anywhere in the district. */
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
  /** In the caller's scope; memberships elsewhere are read-only. */
  mayEdit: z.boolean(),
})
export type StaffMembership = z.output<typeof staffMembership>

export const userDetail = wireObject(
  {
    ...shape,
    ...around,
    /** The names of the organisations above, from the root on. */
    ancestors: z.array(z.string()),
    memberships: z.array(staffMembership),
    /** The last sign-in of the account; null if there is none, or none in the log. */
    lastSignInAt: z.iso.datetime().nullable(),
    /** Whether the caller may reveal masked fields. */
    mayReveal: z.boolean(),
  },
  names,
).meta({ id: 'UserDetail' })
export type UserDetail = z.output<typeof userDetail>
