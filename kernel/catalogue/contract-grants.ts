import { z } from 'zod'
import {
  idOf,
  idOrEmptyOf,
  intParam,
  optionalIdOf,
  pageOf,
  pageQuery,
  routesOf,
  teachingAreas,
  type TeachingArea,
  wireObject,
  zeroOne,
} from '#packages/contract'
import { manifest as access } from '#kernel/access/manifest.ts'
import { appKey, category } from './contract-applications.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest, access)
const day = z.iso.date('请选择日期').nullable()
/** The first day of a grant that has not begun and does not open the application yet; otherwise null. */
const comesOn = z.iso.date().nullable()

/** The kinds of objects that applications are granted to; the numbers are those of the wire. */
export const relationTypes = { 1: '组织', 2: '角色', 3: '人员' } as const
const relationType = z.literal([1, 2, 3])

export const auditorTypes = {
  1: '调课',
  2: '报修',
  3: '请假',
  4: '公文收发',
  5: '采购',
  6: '装备资产',
  7: '课题',
  8: '考务监考',
  9: '配餐',
  10: '招生报名',
  11: '教师调动',
  12: '家访',
  13: '培训',
  14: '设备',
  15: '信息发布',
} as const
export type AuditorType = keyof typeof auditorTypes
/** The kinds of administrators that clients keep a flag for. */
export const flaggedAuditors = [4, 6, 7, 8, 9] as const satisfies readonly AuditorType[]
const auditorType = z.literal(Object.keys(auditorTypes).map(Number) as AuditorType[])
const auditorTypeParam = intParam({ min: 1, max: 15 })

export interface PermissionNode {
  id: string
  name: string
  power: number
  isApp: boolean
  children: PermissionNode[]
}
const permissionNode: z.ZodType<PermissionNode> = wireObject(
  {
    /** A category or an application key. */
    id: z.string(),
    name: z.string(),
    power: z.int(),
    isApp: zeroOne,
    children: z.lazy(() => z.array(permissionNode)),
  },
  { id: 'fId', name: 'fName', power: 'fPowerType', children: 'childers' },
).meta({ id: 'AppPermissionNode' })

const relationTree = wireObject(
  {
    id: category,
    name: z.string(),
    children: z.array(
      wireObject(
        {
          key: appKey,
          name: z.string(),
          category,
          isRelation: zeroOne,
          comesOn,
          power: z.int(),
          edition: z.string(),
        },
        { key: 'fAppKey', name: 'fName', category: 'fAppSort', power: 'fPowerType' },
      ),
    ),
  },
  { id: 'fId', name: 'fName', children: 'childers' },
).meta({ id: 'AppRelationTree' })
export type RelationTree = z.output<typeof relationTree>

export interface OrgRelation {
  id: string
  name: string
  parentId: string | null
  isRelation: boolean
  /** The organisation's own entry: granted, granted with the organisations below, or refused although granted above. */
  own: 'none' | 'given' | 'with-below' | 'refused'
  /** The first day of a grant that has not begun, made here or above. */
  comesOn: string | null
  type: number
  children: OrgRelation[]
}
const orgRelation: z.ZodType<OrgRelation> = wireObject(
  {
    id: idOf('organisation'),
    name: z.string(),
    parentId: idOrEmptyOf('organisation'),
    isRelation: zeroOne,
    own: z.enum(['none', 'given', 'with-below', 'refused']),
    comesOn,
    type: z.int(),
    children: z.lazy(() => z.array(orgRelation)),
  },
  { id: 'fOrgID', name: 'fName', parentId: 'fParentID', type: 'fOrgType', children: 'childers' },
).meta({ id: 'AppOrgRelation' })

const objectIds = z.array(idOf('record')).max(5000)

/** The new state of an organisation that differs from what it inherits. */
const orgGrant = z.object({ orgId: idOf('organisation'), own: z.enum(['none', 'given', 'with-below', 'refused']) })
export type OrgGrant = z.output<typeof orgGrant>

const user = z.object({ userId: idOf('membership'), name: z.string(), orgName: z.string(), post: z.string() })
export type GrantedUser = z.output<typeof user>

const areaRight = z.object({ visit: zeroOne, functions: z.array(z.string()), onlyCurClassData: zeroOne })

export const grantApi = {
  getTree: route({
    method: 'GET',
    path: '/api/app/getTree',
    title: '应用树',
    access: 'app.review',
    data: z.array(permissionNode),
  }),
  getAppRelationTree: route({
    method: 'GET',
    path: '/api/app/getAppRelationTree',
    title: '某对象的应用授权',
    access: 'app.review',
    query: z.object({ type: intParam({ min: 1, max: 3 }), objectId: idOf('record') }),
    data: z.array(relationTree),
  }),
  getAppOrgRelationTree: route({
    method: 'GET',
    path: '/api/app/getAppOrgRelationTree',
    title: '某应用的组织授权',
    access: 'app.review',
    query: z.object({ appKey }),
    data: z.array(orgRelation),
  }),
  getUserRelations: route({
    method: 'GET',
    path: '/api/app/getUserRelations',
    title: '某应用的人员授权',
    access: 'app.review',
    query: wireObject({ key: appKey }, { key: 'fAppKey' }),
    data: z.object({
      users: z.array(user.extend({ from: day, to: day, comesOn })),
      roles: z.array(
        z.object({ roleId: idOf('role'), name: z.string(), orgName: z.string(), memberCount: z.int(), comesOn }),
      ),
    }),
  }),
  /** Replaces the applications of one organisation, role or person. */
  saveAppRelation: route({
    method: 'POST',
    path: '/api/app/saveAppRelation',
    title: '保存某对象的应用授权',
    access: 'app.grant',
    body: z.object({ type: relationType, objectId: idOf('record'), appKeys: z.array(appKey).max(1000) }),
    inQueryToo: { type: 'number', objectId: 'text' },
    data: z.object({ given: z.int(), taken: z.int() }),
  }),
  /** The organisations of one application; only those whose own entry changes. */
  saveAppRelation2: route({
    method: 'POST',
    path: '/api/app/saveAppRelation2',
    title: '保存某应用的组织授权',
    access: 'app.grant',
    body: wireObject(
      { type: z.literal(1), key: appKey, orgs: z.array(orgGrant).max(5000), from: day, to: day },
      { key: 'fAppKey' },
    ),
    inQueryToo: { type: 'number', fAppKey: 'text' },
    data: z.object({ given: z.int(), taken: z.int() }),
  }),
  /** Replaces the people, or with type 2 the roles, of one application within the caller's scope. */
  saveAppRelation3: route({
    method: 'POST',
    path: '/api/app/saveAppRelation3',
    title: '保存某应用的人员授权',
    access: 'app.grant',
    body: wireObject({ type: z.literal([2, 3]), key: appKey, objectIds, from: day, to: day }, { key: 'fAppKey' }),
    inQueryToo: { type: 'number', fAppKey: 'text' },
    data: z.object({ given: z.int(), taken: z.int() }),
  }),
  /** Previews who would gain or lose an application before the grants are saved. */
  relationPreview: route({
    method: 'POST',
    path: '/api/app/relationPreview',
    title: '预览应用授权的影响',
    access: 'app.grant',
    readOnly: true,
    body: wireObject(
      {
        key: appKey,
        orgs: z.array(orgGrant).max(5000),
        /** null: unchanged. */
        roleIds: z.array(idOf('role')).max(500).nullable(),
        userIds: z.array(idOf('membership')).max(5000).nullable(),
      },
      { key: 'fAppKey' },
    ),
    data: z.object({ before: z.int(), after: z.int(), gains: z.int(), loses: z.int(), names: z.array(z.string()) }),
  }),
  expiring: route({
    method: 'GET',
    path: '/api/app/expiring',
    title: '到期授权',
    access: 'app.review',
    query: pageQuery,
    data: pageOf(
      z.object({
        id: idOf('app-grant'),
        key: appKey,
        name: z.string(),
        type: relationType,
        objectName: z.string(),
        to: z.iso.date(),
        isOver: z.boolean(),
      }),
    ),
  }),
  prolong: route({
    method: 'POST',
    path: '/api/app/prolong',
    title: '延长应用授权',
    access: 'app.grant',
    body: z.object({ ids: z.array(idOf('app-grant')).min(1, '请选择授权').max(200), to: day }),
    data: z.object({ changed: z.int() }),
  }),
  appPerUser: route({
    method: 'GET',
    path: '/api/app/appPerUser',
    title: '应用管理员名单',
    access: 'app.review',
    query: z.object({ auditorType: auditorTypeParam, orgId: optionalIdOf('organisation') }),
    data: z.array(user),
  }),
  saveAppPer: route({
    method: 'POST',
    path: '/api/app/saveAppPer',
    title: '保存应用管理员',
    access: 'app.grant',
    body: z.object({ auditorType, orgId: optionalIdOf('organisation'), userIds: z.array(idOf('membership')).max(200) }),
    inQueryToo: { auditorType: 'number', orgId: 'text' },
    data: z.null(),
  }),
  /** The applications of each kind of administrator, and the permissions that the administrators have there. */
  auditorDuties: route({
    method: 'GET',
    path: '/api/app/auditorDuties',
    title: '应用管理员的职责',
    access: 'app.review',
    data: z.array(z.object({ auditorType, application: z.string(), functions: z.array(z.string()) })),
  }),
  /** Whether the caller administers a kind of application in the current organisation. */
  appPermission: route({
    method: 'GET',
    path: '/api/app/appPermission',
    title: '我是否应用管理员',
    access: 'staff',
    query: z.object({ auditorType: auditorTypeParam }),
    data: z.object({ auditorType, isAuditor: zeroOne }),
  }),
  saveJiaoWu: route({
    method: 'POST',
    path: '/api/app/saveJiaoWu',
    title: '保存教务管理员',
    access: 'role.assign',
    body: z.object({ classInJiaowu: zeroOne, userIds: z.array(idOf('membership')).max(200) }),
    inQueryToo: { classInJiaowu: 'number' },
    data: z.null(),
  }),
  jiaoWuUser: route({
    method: 'GET',
    path: '/api/app/jiaoWuUser',
    title: '教务管理员',
    access: 'role.read',
    data: z.object({ classInJiaowu: zeroOne, users: z.array(user) }),
  }),
  jiaoWuPermission: route({
    method: 'GET',
    path: '/api/app/jiaoWuPermission',
    title: '我的教务权限',
    access: 'staff',
    data: z.object(
      Object.fromEntries(Object.keys(teachingAreas).map((area) => [area, areaRight])) as Record<
        TeachingArea,
        typeof areaRight
      >,
    ),
  }),
}
