import { createHash } from 'node:crypto'
import {
  menuGroups,
  pageUrl,
  roleTemplates,
  type Manifest,
  type MenuGroup,
  type PermissionSpec,
  type RoleTemplate,
  type ScopeKind,
} from '#packages/contract'
import { emptyId } from '#packages/core'
import type { MenuModule } from '../contract.ts'

interface MenuPage {
  title: string
  url: string
  permission: string
  sort: number
}

/** All permissions and pages of the house, as its modules declare them. */
class Catalogue {
  readonly #permissions = new Set<string>()
  /** Those that reach only the classes one is in charge of. */
  readonly needingCharge = new Set<string>()
  /** Role template → the permissions it holds from the start, and how far each reaches. */
  readonly defaults = new Map<RoleTemplate, Map<string, ScopeKind>>()
  readonly groups = new Map<MenuGroup, MenuPage[]>()

  add(manifest: Manifest) {
    for (const [code, { defaultFor, needsCharge }] of Object.entries(manifest.permissions)) {
      if (!/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(code))
        throw new Error(`permission ${code} of ${manifest.key} is not noun.verb`)
      if (this.#permissions.has(code)) throw new Error(`permission ${code} is declared twice`)
      this.#permissions.add(code)
      if (needsCharge) this.needingCharge.add(code)
      for (const [template, scope] of reaches(defaultFor)) {
        this.defaults.set(template, (this.defaults.get(template) ?? new Map<string, ScopeKind>()).set(code, scope))
      }
    }
    if (manifest.kind !== 'module' || !manifest.group) return
    const pages = this.groups.get(manifest.group) ?? []
    this.groups.set(manifest.group, pages)
    for (const page of manifest.pages ?? []) {
      if (page.isOffMenu) continue
      pages.push({ title: page.title, url: pageUrl(manifest, page), permission: page.permission, sort: page.sort ?? 0 })
    }
  }
}

function reaches(defaultFor: PermissionSpec['defaultFor']): [RoleTemplate, ScopeKind][] {
  if (!Array.isArray(defaultFor)) return Object.entries(defaultFor) as [RoleTemplate, ScopeKind][]
  return (defaultFor as readonly RoleTemplate[]).map((template) => [template, roleTemplates[template].scope])
}

let catalogue = new Catalogue()

/** Learns what there is, once at start-up. */
export function learnHouse(manifests: readonly Manifest[]) {
  const made = new Catalogue()
  for (const manifest of manifests) made.add(manifest)
  catalogue = made
}

/** What a role made from this template may do, and how far, unless the district changed it. */
export const defaultsOf = (template: RoleTemplate): ReadonlyMap<string, ScopeKind> =>
  catalogue.defaults.get(template) ?? new Map()

export const needsCharge = (permission: string): boolean => catalogue.needingCharge.has(permission)

/** The system menu of somebody who holds these permissions: groups without a page are left out. */
export function menuFor(permissions: { has(code: string): boolean }): MenuModule[] {
  return Object.entries(menuGroups).flatMap(([group, { title, sort }]) => {
    const pages = (catalogue.groups.get(group as MenuGroup) ?? []).filter(({ permission }) =>
      permissions.has(permission),
    )
    if (pages.length === 0) return []
    const id = idOfUrl(`/${group}`)
    const children = pages
      .toSorted((a, b) => a.sort - b.sort)
      .map((page) => entry(idOfUrl(page.url), id, page.title, page.sort, page.url, []))
    return [entry(id, emptyId, title, sort, `/${group}`, children)]
  })
}

const entry = (
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

/** The same page has the same id everywhere and always: a UUIDv5 of its address. */
function idOfUrl(url: string): string {
  const hash = createHash('sha1').update(urlNamespace).update(url).digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
