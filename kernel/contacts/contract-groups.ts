import { z } from 'zod'
import {
  computed,
  entitiesOf,
  entityRoutes,
  field,
  idOf,
  owner,
  pageOf,
  pageQuery,
  routesOf,
  schemasOf,
  text,
  type RowOf,
} from '#packages/contract'
import { colleague } from './contract-person.ts'
import { manifest } from './manifest.ts'

export const maxGroups = 50
export const maxMembers = 500
const userId = idOf('membership')

/** The caller's own groups of colleagues. */
export const contactGroup = entitiesOf(manifest)('contact-group', {
  title: '群组',
  measure: '个',
  access: { read: 'staff', create: 'staff', update: 'staff', remove: 'staff' },
  scope: { owner: 'ownerId' },
  fields: {
    ownerId: owner({ of: 'person' }),
    name: text('群组名称', { max: 20, required: true }),
    /** Members who work in the district today. */
    count: computed('成员', z.int(), { unit: '人' }),
    /** The first members; afterwards they are added and removed one by one. */
    userIds: field<string[], string[], 'none', 'create', 'none'>(
      '成员',
      { show: 'none', write: 'create', column: 'none' },
      {
        kind: 'external',
        output: z.array(userId),
        input: z.array(userId).max(maxMembers, `每个群组最多${maxMembers}人`),
        initial: [],
      },
    ),
  },
  name: 'name',
  list: { columns: ['count'], search: ['name'], order: ['name'] },
  form: ['name'],
  unique: [{ constraint: 'contact_group_name', message: '已有同名群组', field: 'name' }],
})
export interface ContactGroup extends RowOf<typeof contactGroup> {}

export const contactGroupApi = entityRoutes(contactGroup, {
  path: '/api/directory/group',
  actions: ['list', 'create', 'update', 'remove'],
})

const route = routesOf(manifest)
const id = idOf('contact-group')
export const groupMemberRoutes = {
  members: route({
    method: 'GET',
    access: 'staff',
    path: '/api/directory/group/members',
    title: '群组成员',
    query: pageQuery.extend({ id }),
    data: pageOf(colleague),
  }),
  /** Adds people to a group or removes them. */
  setMembers: route({
    method: 'POST',
    access: 'staff',
    path: '/api/directory/group/setMembers',
    title: '调整群组成员',
    body: z.object({
      id,
      userIds: z.array(userId).min(1, '请选择人员').max(maxMembers, `一次最多选择${maxMembers}人`),
      isMember: z.boolean(),
    }),
    data: schemasOf(contactGroup).row,
  }),
}
