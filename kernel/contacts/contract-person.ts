import { z } from 'zod'
import { idOf } from '#packages/contract'

/** 组织树节点 of the contacts, with the numbers of the wire. */
export const contactNodeTypes = {
  organisation: { code: 1, title: '组织' },
  department: { code: 2, title: '部门' },
  person: { code: 3, title: '人员' },
} as const
export type ContactNodeType = keyof typeof contactNodeTypes

/** Who may see a private phone number. Each scope includes those after it. */
export const contactScopes = {
  district: { code: 1, title: '全区', about: '全区教职工可见' },
  school: { code: 2, title: '本校', about: '同一单位的教职工、本单位和上级的管理者可见' },
  leaders: { code: 3, title: '仅领导', about: '仅校长、学校管理员和区管理员可见' },
  nobody: { code: 4, title: '不公开', about: '通讯录中不显示手机号' },
} as const
export type ContactScope = keyof typeof contactScopes

/** A name in the code, its number on the wire. */
function codedEnum<Name extends string>(table: Readonly<Record<Name, { code: number }>>, wrong: string) {
  const names = Object.keys(table) as [Name, ...Name[]]
  const codes = names.map((name) => table[name].code)
  return z.codec(
    z
      .int(wrong)
      .refine((code) => codes.includes(code), wrong)
      .meta({ enum: codes }),
    z.enum(names, wrong),
    {
      decode: (code) => names.find((name) => table[name].code === code)!,
      encode: (name) => table[name].code,
    },
  )
}
export const nodeType = codedEnum(contactNodeTypes, '节点类型不正确')
export const contactScope = codedEnum(contactScopes, '请选择公开范围')

/** The text shown instead of a hidden number. */
export const hiddenPhoneText = '对方未公开联系方式'

const contact = {
  /** The full number for those who may see it, otherwise empty. */
  mobile: z.string(),
  /** The owner hides the number from the caller: `hiddenPhoneText` is shown instead. */
  isMobileHidden: z.boolean(),
}

/** The "Org tree node (directory)" of the specification with additional fields for our page. */
export const contactNode = z
  .object({
    id: z.guid(),
    hasChild: z.boolean(),
    name: z.string(),
    sort: z.int(),
    nodeType,
    userAvatar: z.string(),
    userCount: z.int(),
    orgName: z.string(),
    ...contact,
    post: z.string(),
    officePhone: z.string(),
  })
  .meta({ id: 'DirectoryNode' })
export type ContactNode = z.output<typeof contactNode>

/** A current post at one organisation. */
const post = z.object({
  userId: idOf('membership'),
  orgId: idOf('organisation'),
  orgName: z.string(),
  departmentId: idOf('organisation').nullable(),
  departmentName: z.string(),
  post: z.string(),
  subject: z.string(),
  officePhone: z.string(),
  /** The phone number of the organisation. */
  orgPhone: z.string(),
})
export type ContactPost = z.output<typeof post>

/** A colleague in a list: one row with all posts. */
export const colleague = z
  .object({
    /** The main one of the memberships that the list covers. */
    id: idOf('membership'),
    name: z.string(),
    userAvatar: z.string(),
    posts: z.array(post),
    ...contact,
    isFavourite: z.boolean(),
  })
  .meta({ id: 'Colleague' })
export type Colleague = z.output<typeof colleague>

/** A colleague with the additional fields of the detail view. */
export const colleagueDetail = colleague
  .extend({
    sex: z.enum(['男', '女', '']),
    /** For example 21:00, or empty: the hours in which the person does not want to be called. */
    quietFrom: z.string(),
    quietTo: z.string(),
    isSelf: z.boolean(),
  })
  .meta({ id: 'ColleagueDetail' })
export type ColleagueDetail = z.output<typeof colleagueDetail>
