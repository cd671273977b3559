import { z } from 'zod'
import { enumOf, idOf, optionalIdOf, pageOf, routesOf, scopeKinds } from '#packages/contract'
import { manifest } from './manifest.ts'

const scopeKind = enumOf(scopeKinds)

/** How a permission reaches a person: the grant, the role or the appointment, and the scope. */
const reason = z.object({
  /** Null with an appointment. */
  roleId: idOf('role').nullable(),
  /** 教务; with an appointment 请假管理员. */
  roleName: z.string(),
  via: z.enum(['person', 'org', 'post', 'appointment']),
  /** 张三指派, 全校教职工, 岗位“教务主任”, 张三指定. */
  viaName: z.string(),
  origin: z.enum(['template', 'parent', 'own']),
  scope: scopeKind,
  /** 本单位（实验小学）, 任教班级, 实验小学及下级. */
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
  /** A hideable field of the record, for example a pupil's ID number. Empty: the whole record. */
  field: z.string().max(60).default(''),
}

export const explainAccessRoutes = {
  /** All permissions of a person with their origin. */
  effective: route({
    method: 'GET',
    path: '/api/role/effective',
    title: '人员的有效权限',
    access: 'role.read',
    query: z.object({ userId: idOf('membership') }),
    data: z.object({ person, functions: z.array(effectiveFunction), hiddenFields: z.array(z.string()) }),
  }),
  /**
   * People to ask about or to assign a role to, by name or initials. Not the staff search, because role administrators
   * need no access to staff data.
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
      /** Default: below. */
      direction: z.enum(['below', 'above']).optional(),
    }),
    /**
     * At most 20 people who work today and are not suspended; with an organisation, of it and of those below or above
     * it.
     */
    data: z.array(person),
  }),
  /** The record kinds, and the permissions that apply to them. */
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
        /** Fields of such a record that roles may hide. */
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
    /** At most 20 records that the caller may see. */
    data: z.array(record),
  }),
  /** Why a person has, or lacks, a permission for a record. */
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
      /** The field of the question, with 字段对其隐藏 if every role hides it; null without a field. */
      field: z.object({ title: z.string(), isHidden: z.boolean(), explanation: z.string() }).nullable(),
      ways: z.array(
        reason.extend({
          isInScope: z.boolean(),
          /** For example 该生在实验小学，属于本单位, or why not. */
          explanation: z.string(),
        }),
      ),
    }),
  }),
  /** Who has a permission for a record. */
  holders: route({
    method: 'POST',
    path: '/api/role/holders',
    title: '查询谁能操作某条数据',
    access: 'role.read',
    readOnly: true,
    body: z.object({ ...recordOf, pageNumber: z.int().min(1), pageSize: z.int().min(1).max(200) }),
    data: pageOf(person.extend({ roles: z.array(z.string()), scopes: z.array(z.string()) })).extend({
      record,
      /** Number of holders outside the caller's scope. */
      outside: z.int(),
    }),
  }),
}
export type EffectiveAccess = z.output<typeof explainAccessRoutes.effective.data>
export type AccessExplanation = z.output<typeof explainAccessRoutes.explain.data>
