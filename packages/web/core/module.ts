import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Manifest } from '#packages/contract/manifest.ts'
import type { QueryDefinition } from './query-client.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

/** What an action may do on its page. */
export interface PageHandle {
  /** Reloads the page's data. */
  refresh(): Promise<void>
  /** Shows a short message of at most twenty characters. */
  showToast(message: string): void
}

/** A button in the action line of a page. */
export interface PageAction {
  id: string
  label: string
  icon?: ComponentType
  permission: string
  /** The number of waiting items: a badge on the button. */
  waiting?: QueryDefinition<number>
  run(page: PageHandle): Promise<void>
}

/** A section in the details of another module's page, for example the administrators of an organisation. */
export interface PageSection {
  id: string
  permission: string
  /** The key of the tab in the details; by default the first tab, below its first section. */
  tab?: string
  /** Gets the id of the open record and renders a `DetailSection`, or nothing if it has no content. */
  load: () => Promise<{ default: ComponentType<{ id: string }> }>
}

/** A card of the data board. It loads its own data, so that a failing card does not break the others. */
export interface BoardCard {
  id: string
  title: string
  /** All staff by default. */
  permission?: string
  /** Only for staff of schools, or only for staff above schools. */
  at?: 'school' | 'office'
  /** Of twelve columns. Unused columns of a row are given to its cards. */
  columns: number
  sort: number
  /** The card starts a row: the first of some that belong together. */
  startsRow?: boolean
  /** The height of the placeholder. */
  placeholderHeight: number
  /** The card is also on 单位主页, for everybody at such an organisation. */
  isOnOrganisationHome?: boolean
  /**
   * Decides before the board is laid out whether the card is a card, one line across the board, or nothing. By default
   * a card. It loads through the client, so that the card does not load the data again.
   */
  shape?: (client: QueryClient) => Promise<CardShape>
  load: LoadPage
}
export type CardShape = 'card' | 'line' | 'none'

/** A result of the command palette: a page, or an action that opens something itself. */
export type PaletteHit = {
  id: string
  title: string
  /** The location or kind of the result. */
  about?: string
  icon?: ComponentType
} & (
  | {
      to: string
      open?: undefined
      /** The keyword for the page: passed in the history state, not in the address. */
      keyword?: string
      /** Runs before the page is opened, for example to choose a dialog. */
      before?: () => void
    }
  /** Runs during the click or key press; may return a message about why nothing opened. */
  | { to?: undefined; open: () => Promise<string | void> }
)

/** What a module adds to the command palette: people, applications, documents. Menus are built in. */
export interface PaletteSource {
  id: string
  title: string
  permission?: string
  /** The lowest comes first. A hit of two sources is shown by the first. */
  sort: number
  /** Whether its title is left out of the hint in the search field. */
  isHiddenFromHint?: boolean
  search: (keyword: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>
}

/** A small item in the top bar, between the search and the help: tasks, messages. */
export interface BarItem {
  id: string
  permission?: string
  sort: number
  /** Also with large text, where the bar has little room. */
  isShownInBigText?: boolean
  load: LoadPage
}

/** What a list passes to the exporter. */
export interface ExporterProps {
  /** The name of the export source on the server. */
  source: string
  /** The filter of the list; `ids` are the ticked rows, `except` the unticked ones. */
  filter: Readonly<Record<string, unknown>>
  /** The visible columns, in order. */
  columns: readonly string[]
  onClose: () => void
}

/** How lists are imported and exported as spreadsheets. */
interface SheetSupport {
  /** The import page: its address has `target` (the kind of rows) and `orgId`. */
  importer: string
  exporter: { permission: string; load: () => Promise<{ default: ComponentType<ExporterProps> }> }
}

/** An invisible component that runs as long as the shell is open, for example to listen for news. */
export interface BackgroundComponent {
  id: string
  load: LoadPage
}

/**
 * The desk part of a module, as `web/index.ts` exports it. It is part of the shell, so everything large is imported
 * lazily.
 */
export interface WebModule {
  manifest: Manifest
  /** A page of the manifest, by its path → its component. */
  pages?: Readonly<Record<string, LoadPage>>
  /** Buttons for pages of other modules, by module key and page path: `org:Orgs`. */
  actions?: Readonly<Record<string, readonly PageAction[]>>
  /** Detail sections on such pages, with the same keys. */
  sections?: Readonly<Record<string, readonly PageSection[]>>
  cards?: readonly BoardCard[]
  palette?: readonly PaletteSource[]
  barItems?: readonly BarItem[]
  backgrounds?: readonly BackgroundComponent[]
  /** The drawer at the right edge; without such a module there is no drawer. */
  quickAccess?: { load: LoadPage }
  /** At most one module provides this; without it no list has import and export buttons. */
  sheets?: SheetSupport
}
export const defineWebModule = (module: WebModule): WebModule => module

/** A page of the light root; gets the parameters of an address such as `/DP/:id`. */
export type LoadPhonePage = () => Promise<{ default: ComponentType<{ params: Record<string, string> }> }>

/** A card on the home of a phone. It loads its own data, so that a failing card does not break the others. */
export interface PhoneCard {
  id: string
  /** Whose home it is on; `both` are pupils and guardians. */
  audience: 'pupil' | 'guardian' | 'both' | 'staff'
  /** The tab of the card; by default the first. */
  tab?: 'apps' | 'messages'
  /** Only for staff with this permission; by default all staff. */
  permission?: string
  /** The approximate height, reserved until the card has loaded, so that nothing moves. */
  height?: number
  sort: number
  load: LoadPage
}

/** The phone part of a module, as `web/phone.ts` exports it: it must not import antd. */
export interface PhoneModule {
  /** Address → its component; may include a public address of the specification. */
  pages?: Readonly<Record<string, LoadPhonePage>>
  cards?: readonly PhoneCard[]
}
