import { z } from 'zod'
import { idOf, optionalIdOf, pageOf, routesOf, scopeKinds } from '#packages/contract'
import { manifest } from './manifest.ts'

const scopeKind = z.enum(Object.keys(scopeKinds) as [keyof typeof scopeKinds, ...(keyof typeof scopeKinds)[]])

/** The way on which a right comes to somebody: who gave which role, what the role says of the function, how far it reaches. */
const reason = z.object({
  roleId: idOf('role'),
  roleName: z.string(),
  via: z.enum(['person', 'org', 'post']),
  /** 张三指派, 全校教职工, 岗位“教务主任”. */
  viaName: z.string(),
  origin: z.enum(['template', 'parent', 'own']),
  scope: scopeKind,
  /** 本单位（实验小学）, 任教班级. */
  scopeName: z.string(),
})
export type AccessReason = z.output<typeof reason>

const effectiveFunction = z.object({
  code: z.string(),
  title: z.string(),
  module: z.string(),
  reasons: z.array(reason),
})

const person = z.object({ userId: idOf('membership'), name: z.string(), orgName: z.string(), post: z.string() })
const record = z.object({ kind: z.string(), id: idOf('record'), title: z.string(), about: z.string() })

const route = routesOf(manifest)
const recordOf = {
  kind: z.string().max(40),
  recordId: idOf('record'),
  permission: z.string().max(60),
  /** Of the record, a field that roles may hide: who can see this pupil's ID number. Empty: the record as a whole. */
  field: z.string().max(60).default(''),
}

export const explainAccessRoutes = {
  /** Everything that somebody may do, each with where it comes from. */
  effective: route({
    method: 'GET',
    path: '/api/role/effective',
    title: '人员的有效权限',
    access: 'role.read',
    query: z.object({ userId: idOf('membership') }),
    data: z.object({ person, functions: z.array(effectiveFunction), hiddenFields: z.array(z.string()) }),
  }),
  /**
   * Somebody to ask about or to give a role to, by name or initials. Not the staff's own search: whoever decides about
   * roles need not see anybody's data.
   */
  findPeople: route({
    method: 'POST',
    path: '/api/role/people',
    title: '查找人员',
    access: 'role.read',
    readOnly: true,
    body: z.object({
      keyword: z.string().trim().max(50),
      orgId: optionalIdOf('organisation'),
      /** Below, unless it says otherwise. */
      direction: z.enum(['below', 'above']).optional(),
    }),
    /** At most 20 of today, not suspended; with an organisation, of it and what stands on that side of it. */
    data: z.array(person),
  }),
  /** The kinds of records that can be asked about, and the functions that reach them. */
  recordKinds: route({
    method: 'GET',
    path: '/api/role/recordKinds',
    title: '可查询的数据种类',
    access: 'role.read',
    data: z.array(
      z.object({
        kind: z.string(),
        title: z.string(),
        permissions: z.array(z.object({ code: z.string(), title: z.string() })),
        /** What of such a record roles may hide. */
        fields: z.array(z.object({ code: z.string(), title: z.string() })),
      }),
    ),
  }),
  findRecords: route({
    method: 'POST',
    path: '/api/role/records',
    title: '查找数据',
    access: 'role.read',
    readOnly: true,
    body: z.object({ kind: z.string().max(40), keyword: z.string().trim().min(1, '请输入关键词').max(50) }),
    /** At most 20, of those that the caller herself may see. */
    data: z.array(record),
  }),
  /** Why somebody can, or cannot, do something to a record. */
  explain: route({
    method: 'POST',
    path: '/api/role/explain',
    title: '解释某人能否操作某条数据',
    access: 'role.read',
    readOnly: true,
    body: z.object({ userId: idOf('membership'), ...recordOf }),
    data: z.object({
      isAllowed: z.boolean(),
      person,
      record,
      function: z.string(),
      /** The field that was asked about, and 字段对其隐藏 where every role hides it; null without one. */
      field: z.object({ title: z.string(), isHidden: z.boolean(), explanation: z.string() }).nullable(),
      ways: z.array(
        reason.extend({
          isInScope: z.boolean(),
          /** 该生在实验小学，属于本单位 or why not. */
          explanation: z.string(),
        }),
      ),
    }),
  }),
  /** Who can do something to a record. */
  holders: route({
    method: 'POST',
    path: '/api/role/holders',
    title: '查询谁能操作某条数据',
    access: 'role.read',
    readOnly: true,
    body: z.object({ ...recordOf, pageNumber: z.int().min(1), pageSize: z.int().min(1).max(200) }),
    data: pageOf(person.extend({ roles: z.array(z.string()), scopes: z.array(z.string()) })).extend({
      record,
      /** How many more there are whom the caller may not look at. */
      outside: z.int(),
    }),
  }),
}
export type EffectiveAccess = z.output<typeof explainAccessRoutes.effective.data>
export type AccessExplanation = z.output<typeof explainAccessRoutes.explain.data>
