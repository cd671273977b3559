import { z } from 'zod'
import { enumOf, idOf, optionalIdOf, pageQuery } from '#packages/contract'
import { idCardSex, isIdCard, isLandline, isMobile } from '#packages/core'
import { accountStates, maskedFields, membershipStatuses, userType } from './contract-fields.ts'

const text = (most: number, title: string) => z.string().trim().max(most, `${title}不超过${most}字`)
const day = (title: string) => z.union([z.literal(''), z.iso.date(`请填写正确的${title}`)])
const isOffice = (value: string) => value === '' || isLandline(value)
const isPhone = (value: string) => isOffice(value) || isMobile(value)

/** Masked fields are sent only to change them: undefined keeps the value, an empty text deletes it. */
const hidden = {
  idCard: z
    .string()
    .trim()
    .toUpperCase()
    .refine((value) => value === '' || isIdCard(value), '请输入正确的身份证')
    .optional(),
  mobile: z
    .string()
    .trim()
    .refine((value) => value === '' || isMobile(value), '请输入正确的手机号')
    .optional(),
  otherPhone: z.string().trim().refine(isPhone, '请填写正确的电话').optional(),
  address: text(200, '联系地址').optional(),
  icCard: text(40, '一卡通号').optional(),
  license: text(40, '教师资格证号').optional(),
}

const mark = z.int('标记应为0至9的数字').min(0, '标记应为0至9的数字').max(9, '标记应为0至9的数字')

const facts = {
  name: text(50, '姓名').min(1, '请填写姓名'),
  sex: z.enum(['男', '女', '']),
  birthday: day('出生日期'),
  nation: z.string().regex(/^(0[1-9]|[1-4]\d|5[0-6])?$/, '请选择民族'),
  ...hidden,
  userType,
  workerType: z.int().min(1).max(8).nullable(),
  post: text(50, '职务'),
  number: text(30, '工号'),
  subject: text(50, '任教学科'),
  /** Readable for everybody, so a mobile number is refused. */
  officePhone: z.string().trim().refine(isOffice, '办公电话应为固定电话'),
  email: z
    .string()
    .trim()
    .max(100, '电子邮箱不超过100字')
    .regex(/^([^\s@]+@[^\s@]+\.[^\s@]+)?$/, '请填写正确的电子邮箱'),
  qq: z
    .string()
    .trim()
    .regex(/^(\d{5,12})?$/, '请填写正确的QQ号'),
  teacherLevel: text(30, '职称'),
  diploma: text(30, '学历'),
  graduateSchool: text(100, '毕业院校'),
  specialty: text(100, '所学专业'),
  workedFrom: day('参加工作时间'),
  resume: text(2000, '简历'),
  remark: text(500, '备注'),
  noSecondStep: z.boolean(),
  /** Undefined keeps these two. */
  flag: mark.optional(),
  sort: z.int('排序号应为整数').min(0, '排序号不能为负数').max(100_000, '排序号过大').optional(),
}
const sexAgrees = (form: { sex: string; idCard?: string | undefined }) =>
  !form.sex || !form.idCard || !isIdCard(form.idCard) || idCardSex(form.idCard) === form.sex
const sexDiffers = { path: ['sex'], error: '性别与身份证号性别不符' }

/** The endings of the refusals that ask for `joinExisting`: for the own organisation, and for another one. */
export const joinQuestions = { near: '是否添加为兼职？', far: '是否申请任职？' } as const

/** A new staff member. */
export const newUserForm = z
  .object({
    orgId: idOf('organisation'),
    departmentId: idOf('organisation').nullable(),
    startsOn: z.iso.date('请填写到岗日期'),
    ...facts,
    /**
     * Confirms the question: an existing person gets a second membership. For a person of another organisation this
     * creates a request, which that organisation must approve.
     */
    joinExisting: z.boolean(),
    /** Initial roles, limited to those that the caller may assign. */
    roleIds: z.array(idOf('role')).max(20, '一次最多分配20个角色').optional(),
  })
  .refine(sexAgrees, sexDiffers)
export type NewUserForm = z.output<typeof newUserForm>

/** The new values of a staff member. */
export const userForm = z
  .object({ id: idOf('membership'), departmentId: idOf('organisation').nullable(), ...facts, version: z.int() })
  .refine(sexAgrees, sexDiffers)
export type UserForm = z.output<typeof userForm>

const keyword = z.string().trim().max(50, '搜索词不超过50字').default('')
const sorts = ['sort', 'name', 'number', 'updated'] as const
export type UserSort = (typeof sorts)[number]

const filterFields = {
  /**
   * Part of the name, its pinyin or initials; a staff number; the last four digits of a phone, a whole phone or an ID
   * number.
   */
  keyword,
  userType: userType.optional(),
  status: enumOf(membershipStatuses).optional(),
  account: enumOf(accountStates).optional(),
  flag: mark.optional(),
}

/** Without `nodeId`: the whole scope. A node is an organisation or a department. */
export const userSearch = z.object({
  nodeId: idOf('organisation').nullable().default(null),
  within: z.enum(['node', 'below']).default('below'),
  ...filterFields,
  workerType: z.int().min(1).max(8).optional(),
  sort: z.enum(sorts).default('sort'),
  desc: z.boolean().default(false),
  pageNumber: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(20),
})

/** The filter of a list, without page and order. */
export const userFilter = z.object({
  nodeId: idOf('organisation').nullable().default(null),
  within: z.enum(['node', 'below']).default('below'),
  ...filterFields,
  workerType: z.int().min(1).max(8).optional(),
})
export type UserFilter = z.output<typeof userFilter>

/** The maximum of one bulk action. */
export const maxPeoplePerAction = 500
const ids = z.array(idOf('membership')).max(maxPeoplePerAction, `一次最多处理${maxPeoplePerAction}人`)
export const targets = z.union([
  z.object({ ids: ids.min(1, '请选择人员') }),
  z.object({ all: z.literal(true), filter: userFilter, except: ids.default([]) }),
])
export type UserTargets = z.output<typeof targets>

/** The effect of a bulk action: `count` change, `already` have the requested state. */
export const bulkResult = z.object({
  count: z.int(),
  already: z.int(),
  names: z.array(z.string()),
  /** People who cannot be changed, with the reason: 最后一名管理员. */
  refused: z.array(
    z.object({
      name: z.string(),
      reason: z.string(),
      /** Where the user can change that. */
      link: z.object({ label: z.string(), url: z.string() }).optional(),
    }),
  ),
})

export const departureForm = z.object({ targets, on: z.iso.date('请填写离岗日期'), reason: text(200, '原因') })
export const suspendForm = z.object({ targets, isSuspended: z.boolean() })
export const departmentForm = z.object({
  targets,
  /** Null: the organisation itself. All people must belong to the organisation of the department. */
  departmentId: idOf('organisation').nullable(),
})

export const membershipForm = z
  .object({
    /** Null for a new membership. */
    id: idOf('membership').nullable(),
    /** Any membership of the person. */
    userId: idOf('membership'),
    orgId: idOf('organisation'),
    departmentId: idOf('organisation').nullable(),
    userType,
    post: text(50, '职务'),
    startsOn: z.iso.date('请填写开始日期'),
    endsOn: z.iso.date('请填写结束日期').nullable(),
    isMain: z.boolean(),
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
    path: ['endsOn'],
    error: '结束日期不能早于开始日期',
  })
export type MembershipForm = z.output<typeof membershipForm>

export const revealForm = z.object({
  id: idOf('membership'),
  field: z.enum(maskedFields),
  reason: text(100, '原因').min(2, '请填写查看原因'),
})

/** 1 调动 2 增加任职 3 解除任职 4 部门变动 */
export const changeTypes = { 1: '调动', 2: '增加任职', 3: '解除任职', 4: '部门变动' } as const
/**
 * A request counts as the approval of the requesting side: 0 waits for the releasing organisation, or for the main
 * employer of a person whom a school requested (增加任职); 4 waits for the receiving one. The approval engine decides.
 */
export const changeStatuses = { 0: '待审核', 1: '已同意', 2: '已拒绝', 3: '已撤回', 4: '待接收单位确认' } as const

export const staffChangeForm = z
  .object({
    userId: idOf('membership'),
    type: z.int().min(1, '请选择变动类型').max(4, '请选择变动类型'),
    /** The destination; null when the person only leaves. */
    toOrgId: idOf('organisation').nullable(),
    toDepartmentId: idOf('organisation').nullable(),
    effectiveOn: z.iso.date('请填写生效日期'),
    reason: text(200, '原因').min(1, '请填写变动原因'),
  })
  .refine(({ type, toOrgId }) => type === 3 || type === 4 || toOrgId !== null, {
    path: ['toOrgId'],
    error: '请选择调入单位',
  })
export type StaffChangeForm = z.output<typeof staffChangeForm>

export const joinForm = z.object({
  code: z.string().trim().toUpperCase().min(1, '请输入加入码').max(20, '加入码不正确'),
  note: text(200, '说明'),
})

export const mergePeopleForm = z.object({
  /** A membership of the person who remains. */
  keepId: idOf('membership'),
  /** A membership of the duplicate. */
  otherId: idOf('membership'),
  reason: text(200, '原因').min(2, '请填写合并原因'),
})

export const changedStaffQuery = z.object({
  orgId: optionalIdOf('organisation'),
  /** Only changes after this time, leavers included; ideally the `asOf` of the previous answer. */
  updateTime: z
    .union([
      z.literal(''),
      z.iso.datetime({ offset: true }),
      z.iso.date(),
      // Local time in China; an invalid time such as 25:00 is refused here.
      z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '时间格式不正确'),
    ])
    .optional(),
  ...pageQuery.shape,
})

/** The channels by which the app sends invitations; links can also be handed over on screen or paper. */
export const invitationChannels = { sms: '短信', dingtalk: '钉钉' } as const
export type InvitationChannel = keyof typeof invitationChannels
const invitedAtOnce = 200
export const invitedIds = z
  .array(idOf('membership'))
  .min(1, '请选择人员')
  .max(invitedAtOnce, `一次最多邀请${invitedAtOnce}人`)

/** The recipients, and why somebody cannot be invited: an empty reason means that they can. */
export const invitationPreview = z.array(
  z.object({
    id: idOf('membership'),
    name: z.string(),
    departmentName: z.string(),
    mobile: z.string(),
    invitedUntil: z.iso.datetime().nullable(),
    /** The person cannot be invited by any channel. */
    obstacle: z.string(),
    sms: z.string(),
    dingtalk: z.string(),
  }),
)
export type InvitationPreview = z.output<typeof invitationPreview>
