import type {
  BarItemSpec,
  BoardCardSpec,
  MenuSection,
  OutsidePageSpec,
  PageShape,
  PaletteSourceSpec,
  PhoneCardSpec,
} from '#packages/contract'

/** The folder of the module: `kernel/org`. Its web part is loaded from there. */
export interface ModuleFolder {
  folder: string
}

/** What the browser knows about a page before it loads the module of the page. */
export interface PageRow extends ModuleFolder {
  /** The module key and the path: `org:Orgs`. */
  id: string
  url: string
  title: string
  /** The menu group or application it belongs to. */
  group: string
  permission: { code: string; title: string }
  /** The anchor in the user's handbook. */
  help: string
  /** The name of the icon in our icon set. */
  icon?: string
  /** The section within its menu group. */
  section?: MenuSection
  /** The skeleton that is shown while the page loads; by default a list. */
  shape?: PageShape
  /** Open to pupils and guardians. */
  studentAllowed?: true
  /** The folders of other modules with buttons or detail sections for this page. */
  extendedBy?: readonly string[]
}

/** What modules add to the shell. */
export interface ShellTable {
  boardCards: readonly (BoardCardSpec & ModuleFolder)[]
  palette: readonly (PaletteSourceSpec & ModuleFolder)[]
  barItems: readonly (BarItemSpec & ModuleFolder)[]
  backgrounds: readonly ({ id: string } & ModuleFolder)[]
  controls: readonly ({ id: string } & ModuleFolder)[]
  /** Lists for drawers: the path of the page, and its address. */
  drillDownLists: readonly ({ id: string; url: string } & ModuleFolder)[]
  quickAccess?: ModuleFolder
  sheets?: { importUrl: string; exportPermission: string } & ModuleFolder
}

/** A page of the light root; the address may have parameters. */
export interface PhonePageRow extends ModuleFolder {
  address: string
  /** A page of staff that is on the desk too: the permission that it needs. */
  permission?: string
}

export interface PhoneControlRow extends ModuleFolder {
  id: string
}

export interface SignInMethodRow extends ModuleFolder {
  id: string
}

export type PhoneCardRow = PhoneCardSpec & ModuleFolder

export type OutsidePageRow = OutsidePageSpec & ModuleFolder
