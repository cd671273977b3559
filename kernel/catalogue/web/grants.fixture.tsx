import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import { createMemoryPreferenceStore } from '#packages/web/desk/gallery/memory-preference-store.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { catalogueApi, type Application, type GrantedUser, type OrgRelation, type PermissionNode } from '../contract.ts'

const id = (number: number) => `01a05a43-fc00-7000-8009-${String(number).padStart(12, '0')}`
export const ids = { bureau: id(1), teacher: id(2), clerk: id(3), wang: id(4), li: id(5), request: id(6), grant: id(7) }
export const schoolId = (number: number) => id(1000 + number)

export const signIn = () =>
  useSession.setState({ orgId: ids.bureau, user: { orgId: ids.bureau, orgName: '云禾区教育局' } as SessionUser })

interface Frame {
  permissions?: readonly string[]
  address?: string
  children: ReactNode
}

const everything = [
  'app.read',
  'app.edit',
  'app.audit',
  'app.review',
  'app.grant',
  'role.read',
  'role.assign',
  'org.read',
]

/** The providers that the shell puts around a page. */
export function Shell({ permissions = everything, address = '', children }: Frame) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const [preferences] = useState(() => createMemoryPreferenceStore())
  const info = { title: '应用', group: '系统设置', permission: { code: 'app.review', title: '' }, actions: [] }
  return (
    <PermissionContext value={new Set(permissions)}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
          <output data-address={search.toString()} />
          <PreferenceStoreContext value={preferences}>{children}</PreferenceStoreContext>
        </PageSearchContext>
      </PageContext>
    </PermissionContext>
  )
}
export const address = () => document.querySelector('[data-address]')?.getAttribute('data-address')

export const onWire = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): unknown =>
  z.encode(schema, value)

const app = (key: string, name: string, power: number): PermissionNode => ({
  id: key,
  name,
  power,
  isApp: true,
  children: [],
})
const categories: PermissionNode[] = [
  {
    id: 'office',
    name: '协同办公',
    power: 0,
    isApp: false,
    children: [app('leave', '请假', 1), app('purchase', '采购审批', 2), app('screen', '指挥大屏', 3)],
  },
  { id: 'families', name: '家校共育', power: 0, isApp: false, children: [app('news', '区情公开', 0)] },
]

/** A bureau that has granted it to all below, with this many schools; the second school is refused. */
const treeOf = (schools: number): OrgRelation[] => [
  {
    id: ids.bureau,
    name: '云禾区教育局',
    parentId: null,
    own: 'with-below',
    isRelation: true,
    type: 1,
    comesOn: null,
    children: Array.from({ length: schools }, (_, at) => ({
      id: schoolId(at + 1),
      name: `第${at + 1}小学`,
      parentId: ids.bureau,
      type: 3,
      children: [],
      comesOn: null,
      ...(at === 1 ? { own: 'refused' as const, isRelation: false } : { own: 'none' as const, isRelation: true }),
    })),
  },
]

export const wang: GrantedUser = { userId: ids.wang, name: '王芳', orgName: '第1小学', post: '总务主任' }
const li: GrantedUser = { userId: ids.li, name: '李强', orgName: '第2小学', post: '教师' }

const roleOf = (roleId: string, name: string, memberCount: number) => ({
  id: roleId,
  name,
  remark: '',
  orgId: null,
  orgName: '',
  template: null,
  parentId: null,
  parentName: '',
  memberCount,
  mayEdit: true,
  mayAssign: true,
  version: 1,
})

/** The answers of a server whose district has three applications. */
export const answers = (schools = 3) => ({
  [catalogueApi.getTree.path]: () => onWire(catalogueApi.getTree.data, categories),
  [catalogueApi.getAppOrgRelationTree.path]: () => onWire(catalogueApi.getAppOrgRelationTree.data, treeOf(schools)),
  [catalogueApi.getUserRelations.path]: () =>
    onWire(catalogueApi.getUserRelations.data, {
      users: [{ ...wang, from: null, to: null, comesOn: null }],
      roles: [{ roleId: ids.clerk, name: '总务', orgName: '', memberCount: 40, comesOn: null }],
    }),
  [catalogueApi.relationPreview.path]: () => ({ before: 48, after: 57, gains: 12, loses: 3, names: ['王芳', '李强'] }),
  [catalogueApi.saveAppRelation2.path]: () => ({ given: 1, taken: 0 }),
  [catalogueApi.saveAppRelation3.path]: () => ({ given: 1, taken: 0 }),
  '/api/role/page': () => ({
    orgId: ids.bureau,
    orgName: '云禾区教育局',
    mayCreate: true,
    mayCreateForDistrict: true,
    roles: [roleOf(ids.clerk, '总务', 40), roleOf(ids.teacher, '任课教师', 300)],
  }),
  '/api/role/people': () => [li],
})

export const anApplication = (part: Partial<Application> = {}): Application => ({
  key: 'repair',
  kind: 2,
  name: '报修服务',
  url: 'https://repair.example.test',
  logo: 'tool',
  logoFiles: [],
  author: '晨光软件',
  about: '教室和设备报修',
  secret: '',
  hasSecret: true,
  registeredAt: '2026-11-01T02:00:00.000Z',
  auditedAt: null,
  status: 1,
  manageOrgId: ids.bureau,
  manageOrgName: '云禾区教育局',
  includesBelow: true,
  apiToken: '',
  apiTokenExpiresAt: null,
  developerId: '',
  auditReason: '',
  powers: [],
  ips: '',
  category: 'office',
  categoryName: '协同办公',
  power: 1,
  sort: 1,
  apiReach: 0,
  mainApp: '',
  mainApps: [],
  edition: '',
  pending: [],
  actions: ['edit', 'agree', 'refuse', 'secret'],
  version: 4,
  ...part,
})
