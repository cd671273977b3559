import { createHash } from 'node:crypto'
import {
  getMenuGroup,
  menuGroups,
  buildPageUrl,
  roleTemplates,
  type Manifest,
  type MenuGroup,
  type MenuSection,
  type PermissionSpec,
  type RoleTemplate,
  type ScopeKind,
} from '#packages/contract'
import { computeOnce, emptyId, type Ctx } from '#packages/core'
import type { MenuModule } from '../contract.ts'

interface MenuPage {
  title: string
  url: string
  permission: string
  sort: number
}

/** A page of a module, as shown in the menu and among the applications. */
export interface ModulePage {
  title: string
  url: string
  permission: string
  icon: string
  section: MenuSection | null
  /** Null if the page is not shown among the applications. */
  tile: { about: string; sort: number } | null
}

type Duty = NonNullable<PermissionSpec['duty']>

/** All permissions and pages that the modules declare. */
class PermissionCatalogue {
  /** Title, module and separate duty by permission code. */
  readonly permissions = new Map<string, { title: string; module: string; duty: Duty | null }>()
  readonly modules = new Map<string, string>()
  readonly fields = new Map<string, { title: string; module: string }>()
  /** Permissions whose class scope covers only classes that the holder leads. */
  readonly classLeaderPermissions = new Set<string>()
  /** Permissions that a session has only after two factors. */
  readonly twoFactorPermissions = new Set<string>()
  /** Default permissions of each role template with their scopes. */
  readonly defaults = new Map<RoleTemplate, Map<string, ScopeKind>>()
  readonly groups = new Map<MenuGroup, MenuPage[]>()
  /** All pages by URL. */
  readonly pages = new Map<string, ModulePage>()
  /** Position of a module's first page in the system menu. */
  readonly menuPositions = new Map<string, number>()

  constructor(manifests: readonly Manifest[]) {
    for (const manifest of manifests) this.#add(manifest)
  }

  #add(manifest: Manifest) {
    this.modules.set(manifest.key, manifest.title)
    for (const [code, { title }] of Object.entries(manifest.fields ?? {})) {
      if (this.fields.has(code)) throw new Error(`field ${code} is declared twice`)
      this.fields.set(code, { title, module: manifest.key })
    }
    for (const [code, spec] of Object.entries(manifest.permissions)) {
      const { title, defaultFor, needsCharge, needsTwoFactors, isForAdministrators, duty = null } = spec
      if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(code))
        throw new Error(`permission ${code} of ${manifest.key} is not noun.verb`)
      if (this.permissions.has(code)) throw new Error(`permission ${code} is declared twice`)
      if (isForAdministrators && (!('auditorType' in manifest) || duty))
        throw new Error(`permission ${code}: administrators of an application need an auditorType, and have no duty`)
      this.permissions.set(code, { title, module: manifest.key, duty })
      if (needsCharge) this.classLeaderPermissions.add(code)
      if (needsTwoFactors) this.twoFactorPermissions.add(code)
      for (const [template, scope] of listDefaultScopes(defaultFor)) {
        this.defaults.set(template, (this.defaults.get(template) ?? new Map<string, ScopeKind>()).set(code, scope))
      }
    }
    for (const page of manifest.pages ?? []) {
      const { title, permission, icon = '', section = null, tile = null } = page
      const url = buildPageUrl(manifest, page)
      this.pages.set(url, { title, permission, url, icon, section, tile })
      const group = getMenuGroup(manifest, page)
      if (!group || page.isOffMenu) continue
      const pages = this.groups.get(group) ?? []
      this.groups.set(group, pages)
      const sort = page.sort ?? 0
      pages.push({ title, url, permission, sort })
      const position = menuGroups[group].sort * maxPagesPerGroup + sort
      this.menuPositions.set(manifest.key, Math.min(position, this.getMenuPosition(manifest.key)))
    }
  }

  /** A module without a menu page comes last. */
  getMenuPosition(module: string): number {
    return this.menuPositions.get(module) ?? Number.MAX_SAFE_INTEGER
  }

  /** The menu order, because users know it. */
  listModulesInMenuOrder(): [key: string, title: string][] {
    return [...this.modules].toSorted(([a], [b]) => this.getMenuPosition(a) - this.getMenuPosition(b))
  }
}

const maxPagesPerGroup = 1000

function listDefaultScopes(defaultFor: PermissionSpec['defaultFor']): [RoleTemplate, ScopeKind][] {
  if (!Array.isArray(defaultFor)) return Object.entries(defaultFor) as [RoleTemplate, ScopeKind][]
  return (defaultFor as readonly RoleTemplate[]).map((template) => [template, roleTemplates[template].scope])
}

type WithApp = Pick<Ctx, 'app'>

const catalogueOf = computeOnce((manifests: readonly Manifest[]) => new PermissionCatalogue(manifests))
const getCatalogue = ({ app }: WithApp) => catalogueOf(app.manifests)

/** Refuses manifests whose permissions have malformed or equal codes. */
export const checkPermissions = (ctx: WithApp) => void getCatalogue(ctx)

/** Permissions of a role from this template, unless the district changed them. */
export const getTemplateDefaults = (ctx: WithApp, template: RoleTemplate): ReadonlyMap<string, ScopeKind> =>
  getCatalogue(ctx).defaults.get(template) ?? new Map()

export const needsClassLeader = (ctx: WithApp, permission: string): boolean =>
  getCatalogue(ctx).classLeaderPermissions.has(permission)

export const needsTwoFactors = (ctx: WithApp, permissions: ReadonlyMap<string, unknown>): boolean =>
  [...permissions.keys()].some((code) => getCatalogue(ctx).twoFactorPermissions.has(code))

/** 2 for revealing full numbers, 1 for other permissions that need two factors. */
export const getSensitivity = (ctx: WithApp, permission: string): 0 | 1 | 2 =>
  !getCatalogue(ctx).twoFactorPermissions.has(permission) ? 0 : /\.(reveal|sensitive)$/.test(permission) ? 2 : 1

/** The permissions of a session that used one factor. */
export const withoutTwoFactorPermissions = <Reach>(
  ctx: WithApp,
  permissions: ReadonlyMap<string, Reach>,
): Map<string, Reach> => new Map([...permissions].filter(([code]) => !getCatalogue(ctx).twoFactorPermissions.has(code)))

export const getDuty = (ctx: WithApp, permission: string) => getCatalogue(ctx).permissions.get(permission)?.duty ?? null

/** Title of a permission, or of a field for a code like `field:student.id-card`. */
export function getPermissionTitle(ctx: WithApp, code: string): string {
  if (code.startsWith('field:')) return getCatalogue(ctx).fields.get(code.slice('field:'.length))?.title ?? code
  return getCatalogue(ctx).permissions.get(code)?.title ?? code
}

/** Title and module name of a permission. */
export function describeFunction(ctx: WithApp, code: string): { title: string; module: string } {
  const catalogue = getCatalogue(ctx)
  const spec = catalogue.permissions.get(code)
  return { title: spec?.title ?? code, module: (spec && catalogue.modules.get(spec.module)) ?? '' }
}

export const isFunction = (ctx: WithApp, code: string) => getCatalogue(ctx).permissions.has(code)
export const isField = (ctx: WithApp, code: string) => getCatalogue(ctx).fields.has(code)

/** All permissions by module. */
export const listPermissionModules = (ctx: WithApp) => {
  const catalogue = getCatalogue(ctx)
  return catalogue.listModulesInMenuOrder().map(([key, title]) => ({
    key,
    title,
    functions: [...catalogue.permissions].flatMap(([code, { module, ...spec }]) =>
      module === key ? [{ code, title: spec.title, duty: spec.duty }] : [],
    ),
  }))
}

export const listHideableFields = (ctx: WithApp) => {
  const catalogue = getCatalogue(ctx)
  return catalogue
    .listModulesInMenuOrder()
    .flatMap(([key, name]) =>
      [...catalogue.fields].flatMap(([code, { title, module }]) =>
        module === key ? [{ code, title, module: name }] : [],
      ),
    )
}

export const findModulePage = (ctx: WithApp, url: string): ModulePage | undefined => getCatalogue(ctx).pages.get(url)

/** Pages among the applications that these permissions open. */
export const listPermittedTilePages = (ctx: WithApp, permissions: { has(code: string): boolean }): ModulePage[] =>
  [...getCatalogue(ctx).pages.values()]
    .filter(({ tile, permission }) => tile !== null && (permission === 'staff' || permissions.has(permission)))
    .toSorted((a, b) => a.tile!.sort - b.tile!.sort)

/** The system menu for these permissions, without empty groups. */
export function buildSystemMenu(
  ctx: WithApp,
  permissions: { has(code: string): boolean },
  hidden: ReadonlySet<string> = new Set(),
): MenuModule[] {
  return Object.entries(menuGroups).flatMap(([group, { title, sort }]) => {
    const pages = (getCatalogue(ctx).groups.get(group as MenuGroup) ?? []).filter(
      ({ permission, url }) => permissions.has(permission) && !hidden.has(url),
    )
    if (pages.length === 0) return []
    const id = getUrlId(`/${group}`)
    const children = pages
      .toSorted((a, b) => a.sort - b.sort)
      .map((page) => menuEntry(getUrlId(page.url), id, page.title, page.sort, page.url, []))
    return [menuEntry(id, emptyId, title, sort, `/${group}`, children)]
  })
}

const menuEntry = (
  id: string,
  parentId: string,
  title: string,
  sort: number,
  url: string,
  children: MenuModule[],
): MenuModule => ({
  id,
  parentId,
  title,
  sort,
  url,
  isRelation: true,
  children,
})

const urlNamespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** A UUIDv5 of the URL, so that a page has the same id on every installation. */
function getUrlId(url: string): string {
  const hash = createHash('sha1').update(urlNamespace).update(url).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
