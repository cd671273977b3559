import type { RoleTemplate, ScopeKind } from './role-template.ts'

export interface PermissionSpec {
  title: string
  /** The role templates that hold it from the start, with their usual reach or one of its own. */
  defaultFor: readonly RoleTemplate[] | Readonly<Partial<Record<RoleTemplate, ScopeKind>>>
  /** Where it reaches 任教班级 it means those that one is in charge of, and not those where one only teaches. */
  needsCharge?: true
}

/** The four groups whose pages need a permission and make up the system menu. */
export const menuGroups = {
  baseData: { title: '基础数据', sort: 1 },
  systemSet: { title: '系统设置', sort: 2 },
  developer: { title: '开放平台', sort: 3 },
  logMmanagement: { title: '日志管理', sort: 4 },
} as const
export type MenuGroup = keyof typeof menuGroups

export interface PageSpec<Permission extends string = string> {
  /** Below the module's own address; empty for its first page. */
  path: string
  title: string
  /** `staff`: whoever works here. */
  permission: Permission | 'staff'
  /** Anchor of the page in the user's handbook. */
  help: string
  sort?: number
  /** Reached from other pages only: it stands in no menu. */
  isOffMenu?: boolean
  studentAllowed?: boolean
}

interface ModuleParts<Permissions extends Record<string, PermissionSpec>> {
  /** The folder's name, unique over the house. */
  key: string
  title: string
  permissions: Permissions
}

/** A kernel module or an engine; its pages, if any, stand in a group of the system menu. */
export interface ModuleManifest<
  Permissions extends Record<string, PermissionSpec> = Record<string, PermissionSpec>,
> extends ModuleParts<Permissions> {
  kind: 'module'
  group?: MenuGroup
  /** Where its pages stand if they are in no group: `dataCentre`. */
  base?: string
  pages?: readonly PageSpec<keyof Permissions & string>[]
}

/** A school application: an address below /application and a tile in the application centre. */
export interface ApplicationManifest<
  Permissions extends Record<string, PermissionSpec> = Record<string, PermissionSpec>,
> extends ModuleParts<Permissions> {
  kind: 'application'
  route: string
  category: string
  pages: readonly PageSpec<keyof Permissions & string>[]
}

export type Manifest = ModuleManifest | ApplicationManifest

export const defineModule = <const Permissions extends Record<string, PermissionSpec>>(
  manifest: Omit<ModuleManifest<Permissions>, 'kind'>,
): ModuleManifest<Permissions> => ({ kind: 'module', ...manifest })

export const defineApplication = <const Permissions extends Record<string, PermissionSpec>>(
  manifest: Omit<ApplicationManifest<Permissions>, 'kind'>,
): ApplicationManifest<Permissions> => ({ kind: 'application', ...manifest })

/** The address of a page in the browser. */
export function pageUrl(manifest: Manifest, page: PageSpec): string {
  const base =
    manifest.kind === 'application'
      ? `/application/${manifest.route}`
      : `/${manifest.group ?? manifest.base ?? manifest.key}`
  return page.path ? `${base}/${page.path}` : base
}
