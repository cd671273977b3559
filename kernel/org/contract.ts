import { z } from 'zod'
import { idOf, optionalIdOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { flatNode, organisation, organisationDetail, orgTypeWord, switchNode, treeNode } from './contract-entities.ts'
import { addBody, editBody, forbidBody, forbidding, searchQuery } from './contract-forms.ts'
import { manifest } from './manifest.ts'

export {
  educationSystems,
  orgTypes,
  properties,
  stages,
  type Organisation,
  type OrganisationDetail,
  type OrgTreeNode,
  type OrgType,
  type SwitchNode,
} from './contract-entities.ts'
export {
  atOnce,
  mayStandUnder,
  organisationForm,
  type ForbidTargets,
  type OrganisationFilter,
  type OrganisationForm,
  type OrganisationSort,
} from './contract-forms.ts'

const parent = { parentId: optionalIdOf('organisation') }
const route = routesOf(manifest)

export const orgApi = {
  baseTree: route({
    method: 'GET',
    path: '/api/orgs/getBaseTree',
    title: '组织切换树',
    access: 'org.visit',
    data: z.array(switchNode),
  }),
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
  /** The list with everything that a person may ask of it: a part of the name, kinds, order. */
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
  /** Asks what `forbid` would do with the same body, and changes nothing. */
  forbidPreview: route({
    method: 'POST',
    path: '/api/orgs/forbidPreview',
    title: '预览停用或启用组织',
    access: 'org.forbid',
    readOnly: true,
    body: forbidBody,
    data: forbidding,
  }),
  forbid: route({
    method: 'POST',
    path: '/api/orgs/forbid',
    title: '停用或启用组织',
    access: 'org.forbid',
    body: forbidBody,
    /** Undoing is the same call with the ids that changed. */
    data: forbidding.extend({ changed: z.array(idOf('organisation')) }),
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
      forbidden: z.int(),
      /** When people were last counted; null until then. The organisations are counted now. */
      countedAt: z.iso.datetime().nullable(),
    }),
  }),
  mine: route({
    method: 'GET',
    path: '/api/orgs/mine',
    title: '本单位信息',
    access: 'staff',
    data: z.object({
      name: z.string(),
      type: orgTypeWord,
      address: z.string(),
      phone: z.string(),
      contactName: z.string(),
      bureauName: z.string(),
      bureauPhone: z.string(),
    }),
  }),
}
