import { z } from 'zod'
import { idOf, optionalIdOf, pageOf, pageQuery, routesOf, wireObject } from '#packages/contract'
import { keyword, contactSettingBody } from './contract-forms.ts'
import { groupMemberRoutes } from './contract-groups.ts'
import { colleague, colleagueDetail, contactScope, contactNode } from './contract-person.ts'
import { manifest } from './manifest.ts'

export { contactGroup, contactGroupApi, maxGroups, maxMembers, type ContactGroup } from './contract-groups.ts'
export {
  maxFavourites,
  contactSettingForm,
  type ContactSettingForm,
  type ContactSettingBody,
} from './contract-forms.ts'
export {
  contactScopes,
  hiddenPhoneText,
  type Colleague,
  type ColleagueDetail,
  type ContactScope,
  type ContactNode,
  type ContactNodeType,
  type ContactPost,
} from './contract-person.ts'

/** The "Teacher contact" of the specification. `teacherType`: 1 班主任 2 副班主任 3 任课 4 年级组长 5 生活老师. */
const teacherContact = wireObject(
  {
    teacherType: z.int(),
    subjectName: z.string(),
    userId: idOf('membership'),
    teacherName: z.string(),
    mobilePhone: z.string(),
    phone: z.string(),
  },
  { userId: 'userID' },
).meta({ id: 'TeacherContact' })
export type TeacherContact = z.output<typeof teacherContact>

/**
 * "Another user profile". Login name and DingTalk id are not returned to colleagues. The class fields are those of
 * pupils and empty for staff.
 */
const profile = z
  .object({
    loginName: z.string(),
    name: z.string(),
    sex: z.enum(['男', '女', '']),
    gradeName: z.string(),
    className: z.string(),
    classTeacher: z.string(),
    department: z.string(),
    ddid: z.string(),
    bindId: z.string(),
    needSetLinkman: z.boolean(),
    orgName: z.string(),
    mobile: z.string(),
  })
  .meta({ id: 'UserProfile' })
export type UserProfile = z.output<typeof profile>

const setting = z.object({
  scope: contactScope,
  parentVisible: z.boolean(),
  quietFrom: z.string(),
  quietTo: z.string(),
  /** Nothing was chosen yet: the values are the default of the district. */
  isDefault: z.boolean(),
  version: z.int(),
})
export type ContactSetting = z.output<typeof setting>

/** A node and its ancestors, from the top. */
const trail = z.array(z.object({ id: idOf('organisation'), name: z.string() }))

const route = routesOf(manifest)
const one = z.object({ userId: idOf('membership') })
const read = { method: 'GET', access: 'staff' } as const
const write = { method: 'POST', access: 'staff' } as const

export const contactsApi = {
  tree: route({
    ...read,
    path: '/api/directory/tree',
    title: '通讯录',
    query: z.object({
      parentId: optionalIdOf('organisation'),
      /** `0`: only organisations and departments, for a tree beside a list. */
      people: z.enum(['0', '1']).default('1'),
    }),
    data: z.array(contactNode),
  }),
  /** The home page of the own organisation: leaders, departments, and the number of people. */
  home: route({
    ...read,
    path: '/api/directory/home',
    title: '单位主页',
    data: z.object({
      people: z.int(),
      leaders: z.array(colleague),
      departments: z.array(
        z.object({ id: idOf('organisation'), name: z.string(), people: z.int(), phone: z.string() }),
      ),
    }),
  }),
  /** The path to a node; without an id, to the caller's organisation. */
  trail: route({
    ...read,
    path: '/api/directory/trail',
    title: '通讯录位置',
    query: z.object({ id: optionalIdOf('organisation') }),
    data: trail,
  }),
  /** Organisations and departments by name, pinyin or initials. */
  units: route({
    ...read,
    path: '/api/directory/units',
    title: '搜索单位和部门',
    query: z.object({ keyword: z.string().trim().min(1, '请输入关键字').max(50, '关键字不超过50字') }),
    data: z.array(z.object({ id: idOf('organisation'), name: z.string(), orgName: z.string() })),
  }),
  /** All people of an organisation, or of a department and those below it; each once. */
  people: route({
    ...read,
    path: '/api/directory/people',
    title: '单位人员',
    query: pageQuery.extend({ nodeId: idOf('organisation') }),
    data: pageOf(colleague),
  }),
  search: route({
    method: 'POST',
    path: '/api/directory/search',
    title: '搜索通讯录',
    access: 'staff',
    /** POST, because a search for a person must not appear in an address. */
    readOnly: true,
    ownTransactions: true,
    body: z.object({ keyword }),
    /** `more`: there are further results; a longer keyword finds them. */
    data: z.object({ items: z.array(colleague), more: z.boolean() }),
  }),
  /** The same people as values of a field, which refers to persons and not to memberships. */
  personChoices: route({
    method: 'POST',
    path: '/api/directory/personChoices',
    title: '选择人员',
    access: 'staff',
    readOnly: true,
    ownTransactions: true,
    body: z.object({ keyword }),
    data: z.array(z.object({ id: idOf('person'), name: z.string(), orgName: z.string() })),
  }),
  person: route({
    ...read,
    path: '/api/directory/person',
    title: '通讯录人员',
    query: one,
    data: colleagueDetail,
  }),
  favourite: route({
    ...write,
    path: '/api/directory/favourite',
    title: '收藏联系人',
    body: z.object({ userId: idOf('membership'), isFavourite: z.boolean() }),
    data: z.null(),
  }),
  favourites: route({
    ...read,
    path: '/api/directory/favourites',
    title: '收藏的联系人',
    query: pageQuery,
    data: pageOf(colleague),
  }),
  ...groupMemberRoutes,
  profile: route({ ...read, path: '/api/users/profile', title: '他人资料', query: one, data: profile }),
  teachers: route({
    ...read,
    path: '/api/contacts/teachers',
    title: '教师联系方式',
    /** Empty: the current organisation. */
    query: z.object({ departmentId: optionalIdOf('organisation') }),
    data: z.array(teacherContact),
  }),
  setting: route({
    ...read,
    path: '/api/contacts/setting',
    title: '联系方式公开范围',
    data: setting,
  }),
  saveSetting: route({
    ...write,
    path: '/api/contacts/setting',
    title: '保存联系方式公开范围',
    body: contactSettingBody,
    data: setting,
  }),
}
