/**
 * The tables from which the browser knows the pages of all modules, and what modules add to the shell, before it loads
 * any code of a module. `tools/generate.ts` writes them to `entry/web/tables`.
 */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildPageUrl, getMenuGroup, menuGroups, type Manifest, type PageSpec } from '#packages/contract'
import type {
  ModuleFolder,
  OutsidePageRow,
  PageRow,
  PhoneCardRow,
  PhoneControlRow,
  PhonePageRow,
  ShellTable,
  SignInMethodRow,
} from '../entry/web/tables/rows.ts'

export interface ModuleSource extends ModuleFolder {
  manifest: Manifest
}

export async function loadManifests(root: string): Promise<ModuleSource[]> {
  const files = globSync('{kernel,engines,applications}/*/manifest.ts', { cwd: root }).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const { manifest } = (await import(pathToFileURL(join(root, file)).href)) as { manifest: Manifest }
      return { folder: dirname(file), manifest }
    }),
  )
}

/** The text of each generated file, by its path. */
export function printWebTables(modules: readonly ModuleSource[]): Record<string, string> {
  const folder = 'entry/web/tables'
  return {
    [`${folder}/pages.gen.ts`]: printRows('PageRow', 'pageTable', buildPageTable(modules)),
    [`${folder}/shell.gen.ts`]: printShell(buildShellTable(modules)),
    [`${folder}/phone-pages.gen.ts`]: printRows('PhonePageRow', 'phonePageTable', buildPhonePageTable(modules)),
    [`${folder}/phone-cards.gen.ts`]: printRows('PhoneCardRow', 'phoneCardTable', buildPhoneCardTable(modules)),
    [`${folder}/phone-controls.gen.ts`]: printRows(
      'PhoneControlRow',
      'phoneControlTable',
      buildPhoneControlTable(modules),
    ),
    [`${folder}/public-pages.gen.ts`]: printAddresses('modulePublicPages', listPublicPages(modules)),
    [`${folder}/staff-phone-pages.gen.ts`]: printAddresses('staffPhonePages', listStaffPhonePages(modules)),
    [`${folder}/outside-pages.gen.ts`]: printRows('OutsidePageRow', 'outsidePageTable', buildOutsidePageTable(modules)),
    [`${folder}/sign-in-methods.gen.ts`]: printRows(
      'SignInMethodRow',
      'signInMethodTable',
      buildSignInMethodTable(modules),
    ),
  }
}

export function buildPageTable(modules: readonly ModuleSource[]): PageRow[] {
  const permissions = Object.assign({}, ...modules.map(({ manifest }) => manifest.permissions)) as Record<
    string,
    { title: string }
  >
  const extensions = modules.flatMap(({ folder, manifest }) =>
    (manifest.web?.extendedPages ?? []).map((id) => ({ folder, id })),
  )
  const rows = modules.flatMap(({ folder, manifest }) =>
    (manifest.pages ?? []).map((page): PageRow => {
      const id = `${manifest.key}:${page.path}`
      const extendedBy = extensions.filter((extension) => extension.id === id).map((extension) => extension.folder)
      return {
        folder,
        id,
        url: buildPageUrl(manifest, page),
        title: page.title,
        group: getGroupTitle(manifest, page),
        permission: { code: page.permission, title: permissions[page.permission]?.title ?? page.title },
        help: page.help,
        ...(page.icon && { icon: page.icon }),
        ...(page.section && { section: page.section }),
        ...(page.shape && { shape: page.shape }),
        ...(page.studentAllowed && { studentAllowed: true as const }),
        ...(extendedBy.length > 0 && { extendedBy }),
      }
    }),
  )
  const lost = extensions.find(({ id }) => !rows.some((row) => row.id === id))
  if (lost) throw new Error(`${lost.folder} extends the page ${lost.id}, which does not exist`)
  return rows
}

function getGroupTitle(manifest: Manifest, page: PageSpec) {
  const group = getMenuGroup(manifest, page)
  return group ? menuGroups[group].title : (page.groupTitle ?? manifest.title)
}

export function buildShellTable(modules: readonly ModuleSource[]): ShellTable {
  const specs = modules.map(({ folder, manifest }) => ({ folder, ...manifest.web }))
  const bySort = (one: { sort: number }, other: { sort: number }) => one.sort - other.sort
  const quickAccess = onlyOne(
    'quick access',
    specs.filter(({ hasQuickAccess }) => hasQuickAccess),
  )
  const sheets = onlyOne(
    'spreadsheets',
    specs.filter((spec) => spec.sheets),
  )
  return {
    boardCards: specs.flatMap(({ folder, cards = [] }) => cards.map((card) => ({ folder, ...card }))).sort(bySort),
    palette: specs.flatMap(({ folder, palette = [] }) => palette.map((one) => ({ folder, ...one }))).sort(bySort),
    barItems: specs.flatMap(({ folder, barItems = [] }) => barItems.map((item) => ({ folder, ...item }))).sort(bySort),
    backgrounds: specs.flatMap(({ folder, backgrounds = [] }) => backgrounds.map((id) => ({ folder, id }))),
    controls: specs.flatMap(({ folder, controls = [] }) => controls.map((id) => ({ folder, id }))),
    drillDownLists: modules.flatMap(({ folder, manifest }) =>
      (manifest.web?.drillDownLists ?? []).map((id) => ({ folder, id, url: findPageUrl(manifest, id) })),
    ),
    ...(quickAccess && { quickAccess: { folder: quickAccess.folder } }),
    ...(sheets?.sheets && { sheets: { folder: sheets.folder, ...sheets.sheets } }),
  }
}

function findPageUrl(manifest: Manifest, path: string) {
  const page = manifest.pages?.find((one) => one.path === path)
  if (!page) throw new Error(`${manifest.key} has no page ${path}`)
  return buildPageUrl(manifest, page)
}

function onlyOne<One extends ModuleFolder>(what: string, found: readonly One[]): One | undefined {
  if (found.length > 1) throw new Error(`${found.map(({ folder }) => folder).join(' and ')} both provide ${what}`)
  return found[0]
}

const buildPhonePageTable = (modules: readonly ModuleSource[]): PhonePageRow[] => {
  const rows = modules.flatMap(({ folder, manifest }) => listPhonePages(manifest).map((row) => ({ folder, ...row })))
  for (const [at, { address }] of rows.entries())
    onlyOne(
      `the phone page ${address}`,
      rows.filter((row, other) => other >= at && row.address === address),
    )
  return rows
}

const listPhonePages = (manifest: Manifest): Omit<PhonePageRow, 'folder'>[] => {
  const { web = {} } = manifest
  return [
    ...[...(web.publicPages ?? []), ...(web.phonePages ?? [])].map((address) => ({ address })),
    ...listPagesOnPhone(manifest).map((page) => ({
      address: buildPageUrl(manifest, page),
      permission: page.permission,
    })),
  ]
}

const listPagesOnPhone = ({ pages = [] }: Manifest): PageSpec[] => pages.filter(({ isOnPhone }) => isOnPhone)

const listStaffPhonePages = (modules: readonly ModuleSource[]) =>
  modules.flatMap(({ manifest }) => listPagesOnPhone(manifest).map((page) => buildPageUrl(manifest, page)))

const listPublicPages = (modules: readonly ModuleSource[]) =>
  modules.flatMap(({ manifest }) => manifest.web?.publicPages ?? [])

const buildPhoneControlTable = (modules: readonly ModuleSource[]): PhoneControlRow[] =>
  modules.flatMap(({ folder, manifest }) => (manifest.web?.phoneControls ?? []).map((id) => ({ folder, id })))

const buildSignInMethodTable = (modules: readonly ModuleSource[]): SignInMethodRow[] =>
  modules.flatMap(({ folder, manifest }) => (manifest.web?.signInMethods ?? []).map((id) => ({ folder, id })))

/** In the order of the menu. */
const buildOutsidePageTable = (modules: readonly ModuleSource[]): OutsidePageRow[] =>
  modules
    .flatMap(({ folder, manifest }) => (manifest.web?.outsidePages ?? []).map((page) => ({ folder, ...page })))
    .toSorted((one, other) => one.sort - other.sort)

const buildPhoneCardTable = (modules: readonly ModuleSource[]): PhoneCardRow[] =>
  modules.flatMap(({ folder, manifest }) => (manifest.web?.phoneCards ?? []).map((card) => ({ folder, ...card })))

const printHead = (type: string) => `// Generated by tools/generate.ts from the manifests.
import type { ${type} } from './rows.ts'
`

const printRows = (type: string, name: string, rows: readonly object[]) => `${printHead(type)}
export const ${name}: readonly ${type}[] = [
${rows.map((row) => `  ${JSON.stringify(row)},\n`).join('')}]
`

/** Only the addresses: every visit loads these tables first. */
const printAddresses = (
  name: string,
  addresses: readonly string[],
) => `// Generated by tools/generate.ts from the manifests.

export const ${name}: readonly string[] = [
${addresses.map((address) => `  ${JSON.stringify(address)},\n`).join('')}]
`

function printShell(table: ShellTable) {
  const parts = Object.entries(table).map(([key, value]) =>
    Array.isArray(value)
      ? `  ${key}: [\n${value.map((row) => `    ${JSON.stringify(row)},\n`).join('')}  ],\n`
      : `  ${key}: ${JSON.stringify(value)},\n`,
  )
  return `${printHead('ShellTable')}
export const shellTable: ShellTable = {
${parts.join('')}}
`
}
