import type { RoleTemplate, ScopeKind } from './role-template.ts'

export interface PermissionSpec {
  title: string
  /** The role templates that hold it from the start, with their usual reach or one of its own. */
  defaultFor: readonly RoleTemplate[] | Readonly<Partial<Record<RoleTemplate, ScopeKind>>>
  /** Where it reaches 任教班级 it means those that one is in charge of, and not those where one only teaches. */
  needsCharge?: true
  /**
   * Where the district keeps its administrators apart, this duty over the whole district belongs to one of them alone:
   * `grant` to the security administrator, `log` to the auditor.
   */
  duty?: 'grant' | 'log'
  /** It shows whole numbers, lets them out or decides over others: a session has it only if two factors were shown. */
  needsTwoFactors?: true
}

/** Something of a person that a role may be kept from seeing at all, even masked. */
export interface FieldSpec {
  title: string
}

/** The four groups whose pages need a permission and make up the system menu. */
export const menuGroups = {
  baseData: { title: '基础数据', sort: 1 },
  systemSet: { title: '系统设置', sort: 2 },
  developer: { title: '开放平台', sort: 3 },
  logMmanagement: { title: '日志管理', sort: 4 },
} as const
export type MenuGroup = keyof typeof menuGroups

/** The parts of a group with many pages, in their order. They are headings only: addresses and entries know nothing of them. */
export const menuSections = {
  people: '组织与人员',
  pupils: '学生',
  teaching: '教学',
  records: '记录',
} as const
export type MenuSection = keyof typeof menuSections

/** The shelves of the application centre, in their order. The hue of a tile is its shelf's. */
export const appCategories = {
  teaching: '教务教学',
  pupils: '学生发展',
  office: '协同办公',
  teachers: '教师发展',
  enrolment: '招生报名',
  families: '家校共育',
  safety: '平安校园',
  assets: '资产与数据',
} as const
export type AppCategory = keyof typeof appCategories

/** Who may open an application; the numbers are those of the wire (fPowerType). */
export const appAudiences = {
  public: { code: 0, title: '公开访问，免登录' },
  org: { code: 1, title: '单位全员' },
  role: { code: 2, title: '按角色' },
  person: { code: 3, title: '按人员' },
  teaching: { code: 4, title: '任课教师' },
  families: { code: 5, title: '学生与家长' },
  administrators: { code: 6, title: '仅应用管理员' },
} as const
export type AppAudience = keyof typeof appAudiences

export type PageShape = 'list' | 'board' | 'form' | 'tiles'

export interface PageSpec<Permission extends string = string> {
  /** Below the module's own address; empty for its first page. */
  path: string
  title: string
  /** `staff`: whoever works here. */
  permission: Permission | 'staff'
  /** Anchor of the page in the user's handbook. */
  help: string
  sort?: number
  /** The part of its group of the menu. */
  section?: MenuSection
  /** Its picture, by its name among the house's. */
  icon?: string
  /** With it the page stands in the application centre: what it is for, in one line, and its place there. */
  tile?: { about: string; sort: number }
  /** What is drawn while it comes; a list unless it says otherwise. */
  shape?: PageShape
  /** Reached from other pages only: it stands in no menu. */
  isOffMenu?: boolean
  studentAllowed?: boolean
  /** The group of the system menu it stands in, where that is not the module's. */
  group?: MenuGroup
  /** Where it stands outside the system menu, where that is not the module's place. */
  base?: string
}

interface ModuleParts<Permissions extends Record<string, PermissionSpec>> {
  /** The folder's name, unique over the house. */
  key: string
  title: string
  permissions: Permissions
  /** By code, `student.id-card`. */
  fields?: Readonly<Record<string, FieldSpec>>
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
  category: AppCategory
  /** One line that says what it is for. */
  about: string
  /** The picture on its tile, by its name among the house's. */
  icon: string
  /** Tells two of one title apart: 学校, 教育局. */
  edition?: string
  /** Who sees it once it is open for an organisation; all who work there unless it says otherwise. */
  audience?: AppAudience
  /** Its administrators, where it has any: one of the auditor types. */
  auditorType?: number
  pages: readonly PageSpec<keyof Permissions & string>[]
}

export type Manifest = ModuleManifest | ApplicationManifest

export const defineModule = <const Permissions extends Record<string, PermissionSpec>>(
  manifest: Omit<ModuleManifest<Permissions>, 'kind'>,
): ModuleManifest<Permissions> => ({ kind: 'module', ...manifest })

export const defineApplication = <const Permissions extends Record<string, PermissionSpec>>(
  manifest: Omit<ApplicationManifest<Permissions>, 'kind'>,
): ApplicationManifest<Permissions> => ({ kind: 'application', ...manifest })

/** The group of the system menu that a page stands in, if it stands in one. */
export function getMenuGroup(manifest: Manifest, page: PageSpec): MenuGroup | undefined {
  if (manifest.kind === 'application' || page.base !== undefined) return undefined
  return page.group ?? manifest.group
}

/** The address of a page in the browser. */
export function buildPageUrl(manifest: Manifest, page: PageSpec): string {
  const base =
    manifest.kind === 'application'
      ? `/application/${manifest.route}`
      : `/${getMenuGroup(manifest, page) ?? page.base ?? manifest.base ?? manifest.key}`
  return page.path ? `${base}/${page.path}` : base
}
