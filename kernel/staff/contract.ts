import { z } from 'zod'
import {
  dayRange,
  defineEvent,
  idOf,
  idOrEmptyOf,
  intParam,
  optionalIdOf,
  pageOf,
  pageQuery,
  routesOf,
} from '#packages/contract'
import { accountRoutes } from './contract-account.ts'
import { staffChange, duplicate, fieldChange } from './contract-changes.ts'
import { user, userDetail, staffMembership } from './contract-fields.ts'
import {
  changedStaffQuery,
  staffChangeForm,
  departmentForm,
  bulkResult,
  joinForm,
  departureForm,
  mergePeopleForm,
  newUserForm,
  membershipForm,
  revealForm,
  suspendForm,
  userForm,
  userSearch,
} from './contract-forms.ts'
import { manifest } from './manifest.ts'

export { duplicateStatuses, type Duplicate, type FieldChange, type StaffChange } from './contract-changes.ts'
export {
  accountStates,
  maskedFields,
  membershipStatuses,
  userFields,
  userTypes,
  workerTypes,
  type AccountState,
  type MaskedField,
  type MembershipStatus,
  type StaffMembership,
  type User,
  type UserDetail,
  type UserType,
} from './contract-fields.ts'
export {
  changeStatuses,
  changeTypes,
  joinForm,
  joinQuestions,
  newUserForm,
  maxPeoplePerAction,
  invitationChannels,
  userFilter,
  userForm,
  type StaffChangeForm,
  type InvitationChannel,
  type InvitationPreview,
  type NewUserForm,
  type MembershipForm,
  type UserFilter,
  type UserForm,
  type UserSort,
  type UserTargets,
} from './contract-forms.ts'

const membershipsOfOrg = z.object({ orgId: idOf('organisation'), ids: z.array(idOf('membership')) })
export const membershipBegan = defineEvent('membership.began', membershipsOfOrg, {
  description: 'Memberships began; published on the day itself, also when they were entered in advance.',
})
export const membershipEnded = defineEvent('membership.ended', membershipsOfOrg, {
  description:
    'Memberships are over; published on the first day after them, also when no one did anything on that day.',
})

const route = routesOf(manifest)
const one = z.object({ id: idOf('membership') })

export const staffApi = {
  recount: route({
    method: 'POST',
    path: '/api/orgs/recount',
    title: '重新统计组织人数',
    access: 'org.recount',
    data: z.null(),
  }),
  get: route({
    method: 'GET',
    path: '/api/users/get',
    title: '人员列表',
    access: 'user.read',
    query: changedStaffQuery,
    /** `asOf`: the answer is complete up to this time; the next call continues from there. */
    data: pageOf(user).extend({ asOf: z.iso.datetime() }),
  }),
  getByUserId: route({
    method: 'GET',
    path: '/api/users/getByUserID',
    title: '人员详情',
    access: 'user.read',
    query: z.object({ fUserID: idOf('membership') }),
    data: userDetail,
  }),
  /** POST, because a phone or an ID number must not appear in a URL. */
  search: route({
    method: 'POST',
    path: '/api/users/search',
    title: '搜索人员',
    access: 'user.read',
    /** Searches by number are rate limited in Redis, outside the transaction. */
    ownTransactions: true,
    body: userSearch,
    readOnly: true,
    data: pageOf(user).extend({
      /**
       * Number of distinct people with a current membership, counted as in organisations. Null above the count limit of
       * lists.
       */
      people: z.int().nullable(),
      /** Memberships that start later. */
      planned: z.int().nullable(),
    }),
  }),
  add: route({
    method: 'POST',
    path: '/api/users/add',
    title: '新增人员',
    access: 'user.edit',
    body: newUserForm,
    /** When the main employer has to approve, no membership exists yet and `id` is the empty id. */
    data: one.extend({ changeId: idOrEmptyOf('staff-change') }),
  }),
  edit: route({
    method: 'POST',
    path: '/api/users/edit',
    title: '编辑人员',
    access: 'user.edit',
    /** A new phone number is also a sign-in name in the directory database. */
    ownTransactions: true,
    body: userForm,
    data: one,
  }),
  previewDeparture: route({
    method: 'POST',
    path: '/api/users/leavePreview',
    title: '预览人员离岗',
    access: 'user.edit',
    readOnly: true,
    body: departureForm,
    data: bulkResult,
  }),
  recordDeparture: route({
    method: 'POST',
    path: '/api/users/delete',
    title: '人员离岗',
    access: 'user.edit',
    body: departureForm,
    data: bulkResult,
  }),
  previewSuspension: route({
    method: 'POST',
    path: '/api/users/suspendPreview',
    title: '预览停用或启用人员',
    access: 'user.edit',
    readOnly: true,
    body: suspendForm,
    data: bulkResult,
  }),
  suspend: route({
    method: 'POST',
    path: '/api/users/suspend',
    title: '停用或启用人员',
    access: 'user.edit',
    body: suspendForm,
    /** Undo is the same call with the changed ids. */
    data: bulkResult.extend({ changed: z.array(idOf('membership')) }),
  }),
  setDepartment: route({
    method: 'POST',
    path: '/api/users/setDepartment',
    title: '调整部门',
    access: 'user.edit',
    body: departmentForm,
    data: bulkResult,
  }),
  memberships: route({
    method: 'GET',
    path: '/api/users/memberships',
    title: '人员任职',
    access: 'user.read',
    query: one,
    data: z.array(staffMembership),
  }),
  saveMembership: route({
    method: 'POST',
    path: '/api/users/saveMembership',
    title: '保存任职',
    access: 'user.edit',
    body: membershipForm,
    data: one,
  }),
  ...accountRoutes,
  /** The roles that the caller may assign to a new member of this unit. */
  roleChoices: route({
    method: 'GET',
    path: '/api/users/roleChoices',
    title: '新人员可分配的角色',
    access: 'user.edit',
    query: z.object({ orgId: idOf('organisation'), departmentId: optionalIdOf('organisation') }),
    data: z.array(z.object({ id: idOf('role'), name: z.string(), about: z.string() })),
  }),
  /** Staff of the caller's school with the number of accounts. Null at a bureau, which covers many schools. */
  accountCounts: route({
    method: 'GET',
    path: '/api/users/accountCounts',
    title: '账号开通情况',
    access: 'user.read',
    data: z.object({ people: z.int(), active: z.int(), invited: z.int() }).nullable(),
  }),
  reveal: route({
    method: 'POST',
    path: '/api/users/reveal',
    title: '查看敏感信息',
    access: 'user.reveal',
    secretAnswer: true,
    body: revealForm,
    data: z.object({ value: z.string(), leftToday: z.int() }),
  }),
  fieldHistory: route({
    method: 'GET',
    path: '/api/users/fieldHistory',
    title: '人员信息变更记录',
    access: 'user.read',
    query: one,
    data: z.array(fieldChange),
  }),
  duplicates: route({
    method: 'GET',
    path: '/api/users/duplicates',
    title: '重复人员',
    access: 'user.merge',
    query: pageQuery.extend({
      status: duplicate.shape.status.default('open'),
      ...dayRange.shape,
    }),
    data: pageOf(duplicate),
  }),
  mergePeople: route({
    method: 'POST',
    path: '/api/users/merge',
    title: '合并人员',
    access: 'user.merge',
    ownTransactions: true,
    body: mergePeopleForm,
    data: z.object({ id: idOf('person-merge') }),
  }),
  unmergePeople: route({
    method: 'POST',
    path: '/api/users/unmerge',
    title: '撤销合并人员',
    access: 'user.merge',
    ownTransactions: true,
    body: z.object({ id: idOf('person-merge') }),
    data: z.null(),
  }),
  refuseMerge: route({
    method: 'POST',
    path: '/api/users/refuseMerge',
    title: '不是同一人',
    access: 'user.merge',
    body: z.object({ id: idOf('merge-proposal') }),
    data: z.null(),
  }),
  changeLog: route({
    method: 'GET',
    path: '/api/orgs/getChangeLog',
    title: '人员变动列表',
    access: 'user.read',
    query: pageQuery.extend({
      status: intParam({ min: 0, max: 4 }).optional(),
      keyword: z.string().trim().max(50).default(''),
      ...dayRange.shape,
    }),
    data: pageOf(staffChange),
  }),
  /** Possible destinations in the whole district, because the receiving organisation is usually out of scope. */
  destinations: route({
    method: 'GET',
    path: '/api/users/destinations',
    title: '可调入的单位',
    access: 'user.edit',
    query: z.object({ keyword: z.string().trim().max(50, '搜索词不超过50字').default('') }),
    data: z.array(z.object({ id: idOf('organisation'), name: z.string() })),
  }),
  requestChange: route({
    method: 'POST',
    path: '/api/orgs/applyChange',
    title: '申请人员变动',
    access: 'user.edit',
    body: staffChangeForm,
    data: z.object({ id: idOf('staff-change') }),
  }),
  decideChange: route({
    method: 'POST',
    path: '/api/orgs/changeLogStatus',
    title: '处理人员变动',
    access: 'user.edit',
    body: z.object({
      fId: idOf('staff-change'),
      /** 1 approve, 2 refuse, 3 withdraw. */
      status: z.int().min(1, '请选择处理结果').max(3, '请选择处理结果'),
      opinion: z.string().trim().max(200, '意见不超过200字').default(''),
    }),
    inQueryToo: { fId: 'text', status: 'number' },
    data: z.null(),
  }),
  join: route({
    method: 'POST',
    path: '/api/users/join',
    title: '用加入码申请任职',
    access: 'staff',
    /** Attempts are rate limited in Redis, so that codes cannot be guessed. */
    ownTransactions: true,
    body: joinForm,
    data: z.object({ id: idOf('staff-change'), orgName: z.string() }),
  }),
}
