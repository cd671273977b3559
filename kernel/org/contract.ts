import { z } from 'zod'
import { idOf, optionalIdOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { flatNode, organisation, organisationDetail, orgTypeName, treeNode } from './contract-entities.ts'
import {
  area,
  deleteBody,
  historyItem,
  hostForm,
  mergeForm,
  mergePreview,
  moveForm,
  sortBody,
  splitForm,
} from './contract-changes.ts'
import { addBody, editBody, disableBody, disablePreview, searchQuery, switchesForm } from './contract-forms.ts'
import { manifest } from './manifest.ts'

export {
  educationSystems,
  orgTypes,
  properties,
  stages,
  switchNode,
  type Organisation,
  type OrganisationDetail,
  type OrgTreeNode,
  type OrgType,
  type SwitchNode,
} from './contract-entities.ts'
export {
  maxTargets,
  emptyDetails,
  invitedOnlyMessage,
  mayBeChildOf,
  organisationFilter,
  organisationForm,
  type EmptyDetails,
  type DisableTargets,
  type OrganisationFilter,
  type OrganisationForm,
  type OrganisationSort,
} from './contract-forms.ts'

export {
  historyKinds,
  hostForm,
  mergeForm,
  moveForm,
  splitForm,
  type Area,
  type HistoryItem,
  type HistoryKind,
  type MergeForm,
  type MergePreview,
  type MoveForm,
  type SplitForm,
} from './contract-changes.ts'

const parent = { parentId: optionalIdOf('organisation') }
const route = routesOf(manifest)

export const orgApi = {
  all: route({
    method: 'GET',
    path: '/api/orgs/getAll',
    title: '全部组织',
    access: 'org.read',
    data: z.array(flatNode),
  }),
  tree: route({
    method: 'GET',
    path: '/api/orgs/getTree',
    title: '组织树的一级',
    access: 'org.read',
    query: z.object(parent),
    data: z.array(treeNode),
  }),
  list: route({
    method: 'GET',
    path: '/api/orgs/getList',
    title: '组织列表',
    access: 'org.read',
    query: z.object({ ...parent, ...pageQuery.shape }),
    data: pageOf(organisation),
  }),
  detail: route({
    method: 'GET',
    path: '/api/orgs/getDetail',
    title: '组织详情',
    access: 'org.read',
    query: z.object({ fid: idOf('organisation') }),
    data: organisationDetail,
  }),
  /** The list with all filters: keyword, types, order. */
  search: route({
    method: 'GET',
    path: '/api/orgs/search',
    title: '搜索组织',
    access: 'org.read',
    query: searchQuery,
    data: pageOf(organisation),
  }),
  add: route({
    method: 'POST',
    path: '/api/orgs/add',
    title: '新建组织',
    access: 'org.edit',
    body: addBody,
    data: organisation,
  }),
  edit: route({
    method: 'POST',
    path: '/api/orgs/edit',
    title: '编辑组织',
    access: 'org.edit',
    body: editBody,
    data: organisation,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/orgs/delete',
    title: '删除组织',
    access: 'org.edit',
    body: deleteBody,
    data: z.null(),
  }),
  /** The same for clients behind a proxy that drops the body of a DELETE. */
  removeByPost: route({
    method: 'POST',
    path: '/api/orgs/delete',
    title: '删除组织',
    access: 'org.edit',
    body: deleteBody,
    data: z.null(),
  }),
  setSort: route({
    method: 'POST',
    path: '/api/orgs/setSort',
    title: '组织排序',
    access: 'org.edit',
    body: sortBody,
    inQueryToo: { orgId: 'text', type: 'number', cnt: 'number' },
    data: z.null(),
  }),
  /** The four switches; also for the caller's own organisation, whose other details are managed from above. */
  setSwitches: route({
    method: 'POST',
    path: '/api/orgs/setSwitches',
    title: '设置组织业务开关',
    access: 'org.edit',
    body: switchesForm,
    data: organisation,
  }),
  move: route({
    method: 'POST',
    path: '/api/orgs/move',
    title: '调整上级组织',
    access: 'org.edit',
    body: moveForm,
    data: organisation,
  }),
  history: route({
    method: 'GET',
    path: '/api/orgs/history',
    title: '组织沿革',
    access: 'org.read',
    query: z.object({ id: idOf('organisation') }),
    data: z.array(historyItem),
  }),
  mergePreview: route({
    method: 'POST',
    path: '/api/orgs/mergePreview',
    title: '预览合并组织',
    access: 'org.merge',
    readOnly: true,
    body: mergeForm,
    data: mergePreview,
  }),
  merge: route({
    method: 'POST',
    path: '/api/orgs/merge',
    title: '合并组织',
    access: 'org.merge',
    body: mergeForm,
    data: mergePreview,
  }),
  split: route({
    method: 'POST',
    path: '/api/orgs/split',
    title: '拆分组织',
    access: 'org.merge',
    body: splitForm,
    data: organisation,
  }),
  setHost: route({
    method: 'POST',
    path: '/api/orgs/setHost',
    title: '设置组织域名',
    access: 'org.edit',
    ownTransactions: true,
    body: hostForm,
    data: z.object({ host: z.string() }),
  }),
  /** Creates a join code. The code is returned only once, and the previous one becomes invalid. */
  newJoinCode: route({
    method: 'POST',
    path: '/api/orgs/newJoinCode',
    title: '生成加入码',
    access: 'org.edit',
    secretAnswer: true,
    body: z.object({ orgId: idOf('organisation') }),
    data: z.object({ code: z.string(), expiresAt: z.iso.datetime() }),
  }),
  dropJoinCode: route({
    method: 'POST',
    path: '/api/orgs/dropJoinCode',
    title: '停用加入码',
    access: 'org.edit',
    body: z.object({ orgId: idOf('organisation') }),
    data: z.null(),
  }),
  areaTree: route({
    method: 'GET',
    path: '/api/area/getTree',
    title: '行政区划树',
    access: 'signed-in',
    catalogue: true,
    /** Empty: the whole country. With a code: its direct children. */
    query: z.object({
      parentCode: z
        .string()
        .regex(/^(\d{6})?$/, '行政区划代码应为6位数字')
        .optional(),
    }),
    data: z.array(area),
  }),
  areaTreeOfUsers: route({
    method: 'GET',
    path: '/api/users/areaTree',
    title: '行政区划树',
    access: 'signed-in',
    query: z.object({
      parentCode: z
        .string()
        .regex(/^(\d{6})?$/, '行政区划代码应为6位数字')
        .optional(),
    }),
    data: z.array(area),
  }),
  /** The effect of `forbid` with the same body; changes nothing. */
  disablePreview: route({
    method: 'POST',
    path: '/api/orgs/forbidPreview',
    title: '预览停用或启用组织',
    access: 'org.disable',
    readOnly: true,
    body: disableBody,
    data: disablePreview,
  }),
  disable: route({
    method: 'POST',
    path: '/api/orgs/forbid',
    title: '停用或启用组织',
    access: 'org.disable',
    body: disableBody,
    /** Undo is the same call with the changed ids. */
    data: disablePreview.extend({ changed: z.array(idOf('organisation')) }),
  }),
  summary: route({
    method: 'GET',
    path: '/api/orgs/summary',
    title: '组织概况',
    access: 'org.read',
    data: z.object({
      /** 中小学 and 其他学校; the others are 学区 and 直属单位. */
      schools: z.int(),
      kindergartens: z.int(),
      others: z.int(),
      departments: z.int(),
      people: z.int(),
      disabled: z.int(),
      /** When people were last counted; null before. Organisations are counted now. */
      countedAt: z.iso.datetime().nullable(),
    }),
  }),
  mine: route({
    method: 'GET',
    path: '/api/orgs/mine',
    title: '本单位信息',
    access: 'staff',
    data: z.object({
      id: idOf('organisation'),
      name: z.string(),
      type: orgTypeName,
      stages: z.array(z.int()),
      address: z.string(),
      phone: z.string(),
      contactName: z.string(),
      bureauName: z.string(),
      bureauPhone: z.string(),
    }),
  }),
}
