import { useState, type ReactNode } from 'react'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { SheetImportExportContext, type SheetImportExport } from '#packages/web/desk/sheet-import-export.ts'
import { accessApi, type Role, type RoleDetail, type RoleDifference } from '../contract.ts'
import type { FunctionCatalogue, OrgRoles } from './role-queries.ts'

const id = (number: number) => `01a05a43-fc00-7000-8001-${String(number).padStart(12, '0')}`
export const ids = {
  school: id(1),
  academic: id(2),
  own: id(3),
  wang: id(4),
  li: id(5),
  audience: id(6),
  change: id(7),
  pupil: id(8),
}

const roleOf = (part: Partial<Role>): Role => ({
  id: ids.academic,
  name: '教务',
  remark: '',
  orgId: null,
  orgName: '',
  template: 'academic',
  parentId: null,
  parentName: '',
  memberCount: 6,
  mayEdit: true,
  mayAssign: true,
  version: 3,
  ...part,
})

const theRoles: OrgRoles = {
  orgId: ids.school,
  orgName: '明湖小学',
  mayCreate: true,
  mayCreateForDistrict: false,
  roles: [roleOf({}), roleOf({ id: ids.own, name: '年级组长', orgId: ids.school, template: null, memberCount: 2 })],
}

const held = (code: string, isLocked = false): RoleDetail['functions'][number] => ({
  code,
  scope: 'org-tree',
  orgIds: [],
  origin: 'template',
  isLocked,
})

/** Has two of three pupil permissions, and one that is locked. */
export const detailOf = (part: Partial<RoleDetail> = {}): RoleDetail => ({
  ...roleOf({}),
  functions: [held('student.read'), held('student.edit'), held('role.edit', true)],
  base: [],
  hiddenFields: [],
  audiences: [],
  updatedAt: '2026-09-02T02:00:00.000Z',
  updatedBy: '周若兰',
  ...part,
})

const spec = (code: string, title: string, mayGrant = true) => ({ code, title, mayGrant, duty: null })
const theCatalogue: FunctionCatalogue = {
  modules: [
    {
      key: 'student',
      title: '学生',
      functions: [
        spec('student.read', '查看学生'),
        spec('student.edit', '编辑学生'),
        spec('student.event', '办理学籍异动'),
      ],
    },
    {
      key: 'access',
      title: '权限',
      functions: [spec('role.edit', '维护角色'), spec('role.grant-any', '授予本人没有的权限', false)],
    },
  ],
  fields: [{ code: 'student.id-card', title: '身份证号', module: '学生' }],
}

const people = [
  { userId: ids.wang, name: '王芳', orgName: '明湖小学', post: '教务主任' },
  { userId: ids.li, name: '李强', orgName: '明湖小学', post: '' },
]
const theDifference: RoleDifference = {
  memberCount: 6,
  affected: 5,
  groups: [
    {
      count: 5,
      people,
      loses: [],
      gains: [{ code: 'student.event', title: '办理学籍异动', before: [], after: ['org-tree'] }],
      unchanged: [{ code: 'student.edit', title: '编辑学生', byRoles: ['校长'] }],
    },
    {
      count: 1,
      people: [],
      gains: [],
      loses: [],
      unchanged: [{ code: 'student.event', title: '办理学籍异动', byRoles: ['校长'] }],
    },
  ],
  lastHolders: [{ code: 'year.change', title: '办理学年升级', count: 1, names: ['周若兰'] }],
}

/** Default server answers about the school. */
export const roleAnswers = () => ({
  [accessApi.roles.path]: () => theRoles,
  [accessApi.functions.path]: () => theCatalogue,
  [accessApi.role.path]: (): RoleDetail => detailOf(),
  [accessApi.roleDifference.path]: () => theDifference,
  [accessApi.saveRole.path]: () => ({ id: ids.academic, version: 4, notifiedCount: 5 }),
  [accessApi.separation.path]: () => ({ isOn: false, mayChange: false, administrators: [] }),
  [accessApi.findPeople.path]: () => people,
})

interface Frame {
  address?: string
  /** Import and export; undefined where the entry does not support them. */
  sheets?: SheetImportExport
  permissions?: readonly string[]
  children: ReactNode
}

const administrator = ['role.read', 'role.edit', 'role.assign']

/** Wraps a page as the shell does. */
export function Shell({ address = '', permissions = administrator, sheets, children }: Frame) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const info = { title: '角色管理', group: '系统设置', permission: { code: 'role.read', title: '' }, actions: [] }
  return (
    <PermissionContext value={new Set(permissions)}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
          <SheetImportExportContext value={sheets ?? null}>{children}</SheetImportExportContext>
        </PageSearchContext>
      </PageContext>
    </PermissionContext>
  )
}
