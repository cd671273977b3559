import type { MetricSpec } from './metric.ts'
import type { RoleTemplate, ScopeKind } from './role-template.ts'
import type { TeachingArea, TeachingFunction } from './teaching-area.ts'
import type { WebSpec } from './web-spec.ts'

export interface PermissionSpec {
  title: string
  /** The role templates with this permission by default, with their usual scope or a specific one. */
  defaultFor: readonly RoleTemplate[] | Readonly<Partial<Record<RoleTemplate, ScopeKind>>>
  /** With the scope 任教班级 it covers only classes that the user leads, and not those where the user only teaches. */
  needsCharge?: true
  /**
   * With separated duties, the district scope of this permission belongs to one administrator: `grant` to the security
   * administrator, `log` to the auditor.
   */
  duty?: 'grant' | 'log'
  /** Reveals or exports full numbers, or manages others: a session has it only after two factors. */
  needsTwoFactors?: true
  /** The administrators of the application (`auditorType`) have it at the organisations that they administer. */
  isForAdministrators?: true
  /**
   * The areas of teaching affairs that it opens, with what it lets somebody do there: `{ class: ['add', 'edit'] }`. An
   * empty list is only looking; `export` alone opens nothing.
   */
  teachingAreas?: Readonly<Partial<Record<TeachingArea, readonly TeachingFunction[]>>>
}

/** A personal field that a role may hide completely, even masked. */
export interface FieldSpec {
  title: string
}

/** The four groups of the system menu; their pages need a permission. */
export const menuGroups = {
  baseData: { title: '基础数据', sort: 1 },
  systemSet: { title: '系统设置', sort: 2 },
  developer: { title: '开放平台', sort: 3 },
  logMmanagement: { title: '日志管理', sort: 4 },
} as const
export type MenuGroup = keyof typeof menuGroups

/** Sections of a group with many pages, in order. They are headings only and not part of URLs. */
export const menuSections = {
  people: '组织与人员',
  pupils: '学生',
  teaching: '教学',
  records: '记录',
} as const
export type MenuSection = keyof typeof menuSections

/** The categories of the application centre, in order. The category determines the colour of a tile. */
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

/** Who may open an application; the codes are those of the wire (fPowerType). */
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
  /** Below the module's URL; empty for its first page. */
  path: string
  title: string
  /**
   * `staff`: all staff. `role.assign`, of the kernel, is for pages that give permissions to people; `timetable.read`, of
   * the engine, for those of the timetable.
   */
  permission: Permission | 'staff' | 'role.assign' | 'timetable.read'
  /** Anchor of the page in the user's handbook. */
  help: string
  sort?: number
  /** The section in its menu group. */
  section?: MenuSection
  /** The icon: a name (`packages/web/desk/named-glyphs.ts`), or the path of an SVG drawing of 24 × 24, filled. */
  icon?: string
  /** Shows the page in the application centre: its purpose in one line, and its position. */
  tile?: { about: string; sort: number }
  /** The skeleton while the page loads; default: a list. */
  shape?: PageShape
  /** Reached from other pages only; not in the menu. */
  isOffMenu?: boolean
  studentAllowed?: boolean
  /** Staff on a phone get the page of `web/phone.ts` at this address; otherwise that of the desk, for narrow screens. */
  isOnPhone?: boolean
  /**
   * Queries of further states of the page, `?tab=calendar`: the accessibility journey opens each of them too. It opens
   * a page that is off the menu only in these states; the empty one is its plain address.
   */
  states?: readonly string[]
  /** The menu group, if different from the module's. */
  group?: MenuGroup
  /** The base URL outside the system menu, if different from the module's. */
  base?: string
  /** The heading in the breadcrumb outside the system menu, if different from the module's title. */
  groupTitle?: string
}

/** What an application joins; `entry/testing/birth-certificate.ts` says what each part is. */
export const applicationParts = [
  'permissions',
  'scopedLists',
  'accessCases',
  'import',
  'export',
  'orgContents',
  'recordKind',
  'responsibilities',
  'messageTemplates',
  'settings',
  'demoRows',
  'handbook',
  'addresses',
  'acceptance',
  'metrics',
] as const
export type ApplicationPart = (typeof applicationParts)[number]

/**
 * Why an application lacks a part, and the parts for which that is a reason: it has no tables or no endpoints, which the
 * certificate checks; the part belongs to other modules; or users need none.
 */
export const missingReasons = {
  'no-data': [
    'scopedLists',
    'import',
    'export',
    'orgContents',
    'recordKind',
    'responsibilities',
    'demoRows',
    'metrics',
  ],
  'no-endpoints': ['scopedLists', 'accessCases'],
  'other-modules': ['permissions', 'messageTemplates', 'settings', 'metrics'],
  'not-needed': ['import', 'export', 'recordKind', 'responsibilities', 'messageTemplates', 'settings'],
} as const satisfies Readonly<Record<string, readonly ApplicationPart[]>>

export interface MissingReason {
  because: keyof typeof missingReasons
  /** A sentence for readers of the certificate. */
  note: string
}

/** The figures by code, `equipment.lent`. */
export type MetricMap = Readonly<Record<string, MetricSpec>>

interface ModuleParts<Permissions extends Record<string, PermissionSpec>, Metrics extends MetricMap> {
  /** The folder's name, unique among all modules. */
  key: string
  title: string
  permissions: Permissions
  /** By code, for example `student.id-card`. */
  fields?: Readonly<Record<string, FieldSpec>>
  metrics?: Metrics
  /** The parts that this application does not have, and why. */
  without?: Readonly<Partial<Record<ApplicationPart, MissingReason>>>
  web?: WebSpec
}

/** A kernel module or an engine; its pages, if any, are in a group of the system menu. */
export interface ModuleManifest<
  Permissions extends Record<string, PermissionSpec> = Record<string, PermissionSpec>,
  Metrics extends MetricMap = MetricMap,
> extends ModuleParts<Permissions, Metrics> {
  kind: 'module'
  group?: MenuGroup
  /** Base URL of its pages outside the system menu: `dataCentre`. */
  base?: string
  pages?: readonly PageSpec<keyof Permissions & string>[]
}

/** A school application: a URL below /application and a tile in the application centre. */
export interface ApplicationManifest<
  Permissions extends Record<string, PermissionSpec> = Record<string, PermissionSpec>,
  Metrics extends MetricMap = MetricMap,
> extends ModuleParts<Permissions, Metrics> {
  kind: 'application'
  route: string
  category: AppCategory
  /** Its purpose in one line. */
  about: string
  /** The tile's icon, like that of a page. */
  icon: string
  /** Distinguishes applications with the same title: 学校, 教育局. */
  edition?: string
  /** Who sees it once it is enabled for an organisation; default: all staff. */
  audience?: AppAudience
  /** The auditor type of its administrators, if it has any. */
  auditorType?: number
  pages: readonly PageSpec<keyof Permissions & string>[]
}

export type Manifest = ModuleManifest | ApplicationManifest

export const defineModule = <
  const Permissions extends Record<string, PermissionSpec>,
  const Metrics extends MetricMap = Record<never, never>,
>(
  manifest: Omit<ModuleManifest<Permissions, Metrics>, 'kind'>,
): ModuleManifest<Permissions, Metrics> => ({ kind: 'module', ...manifest })

export const defineApplication = <
  const Permissions extends Record<string, PermissionSpec>,
  const Metrics extends MetricMap = Record<never, never>,
>(
  manifest: Omit<ApplicationManifest<Permissions, Metrics>, 'kind'>,
): ApplicationManifest<Permissions, Metrics> => ({ kind: 'application', ...manifest })

/** The menu group of a page; undefined outside the system menu. */
export function getMenuGroup(manifest: Manifest, page: PageSpec): MenuGroup | undefined {
  if (manifest.kind === 'application' || page.base !== undefined) return undefined
  return page.group ?? manifest.group
}

export function buildPageUrl(manifest: Manifest, page: PageSpec): string {
  const base =
    manifest.kind === 'application'
      ? `/application/${manifest.route}`
      : `/${getMenuGroup(manifest, page) ?? page.base ?? manifest.base ?? manifest.key}`
  return page.path ? `${base}/${page.path}` : base
}
