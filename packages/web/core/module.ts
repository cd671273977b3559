import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Manifest } from '#packages/contract/manifest.ts'
import type { QueryDefinition } from './query-client.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

/** What an action may do to the page it stands on. */
export interface PageHandle {
  /** Reads the page's data again. */
  refresh(): Promise<void>
  /** Says a short sentence, at most twenty characters. */
  showToast(message: string): void
}

/** A button on the action line of a page. */
export interface PageAction {
  id: string
  label: string
  icon?: ComponentType
  permission: string
  /** How many wait behind it: a number at its corner. */
  waiting?: QueryDefinition<number>
  run(page: PageHandle): Promise<void>
}

/** A part of the details that a page of a module below shows beside its list: who administers an organisation. */
export interface PageSection {
  id: string
  permission: string
  /** The tab of the details it stands in, by its key; without one the first, below its first part. */
  tab?: string
  /** It is told whose details are open, draws a `DetailSection`, and nothing where it has nothing to say. */
  load: () => Promise<{ default: ComponentType<{ id: string }> }>
}

/** A card of the data board. It reads its own data, so that one that fails leaves the others alone. */
export interface BoardCard {
  id: string
  title: string
  /** Whoever works here, unless it says otherwise. */
  permission?: string
  /** Only for those who work at a school, or only for those who work above schools. */
  at?: 'school' | 'office'
  /** Of twelve columns. What is left over in a row goes to the cards of that row. */
  columns: number
  sort: number
  /** It begins a row: the first of some that belong together. */
  startsRow?: boolean
  /** How high its place is while nothing of it has come. */
  placeholderHeight: number
  /** It also stands on 单位主页, for everybody at such an organisation. */
  isOnOrganisationHome?: boolean
  /**
   * What it will be, asked before the board is laid out: a card, one line across the board, or nothing at all. Without
   * it, always a card. What it reads it reads through the client, so that the card need not read it again.
   */
  shape?: (client: QueryClient) => Promise<CardShape>
  load: LoadPage
}
export type CardShape = 'card' | 'line' | 'none'

/** Something that the command palette found: a place to go to, or something that opens by itself. */
export type PaletteHit = {
  id: string
  title: string
  /** Where it is, or what it is. */
  about?: string
  icon?: ComponentType
} & (
  | {
      to: string
      open?: undefined
      /** What the page is to look for there: it goes with the entry in the history, and not into the address. */
      keyword?: string
      /** Said to the page before it is opened: which dialog is wanted. */
      before?: () => void
    }
  /** In the moment of the press; it may answer with words about why nothing opened. */
  | { to?: undefined; open: () => Promise<string | void> }
)

/** What a module adds to the command palette: people, applications, documents. Menus are there by themselves. */
export interface PaletteSource {
  id: string
  title: string
  permission?: string
  /** The lowest comes first. Whoever is found by two is shown by the first. */
  sort: number
  /** Whether its title is among what the field says can be searched for. */
  isHiddenFromHint?: boolean
  search: (keyword: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>
}

/** Something small in the top bar, between the search and the help: tasks, messages. */
export interface BarItem {
  id: string
  permission?: string
  sort: number
  /** Also in large letters, where the bar has room for little. */
  isShownInBigText?: boolean
  load: LoadPage
}

/** What a list hands to whoever takes it along as a spreadsheet. */
export interface ExporterProps {
  /** The list, by the name that the server knows it under. */
  source: string
  /** As the list asks for its rows; `ids` are those that were ticked, `except` those that were not. */
  filter: Readonly<Record<string, unknown>>
  /** The columns that are shown, in their order. */
  columns: readonly string[]
  onClose: () => void
}

/** How lists are brought in and taken along as spreadsheets. */
interface SheetSupport {
  /** The page that brings rows in: what they are, and whose, stands in its address as `target` and `orgId`. */
  importer: string
  exporter: { permission: string; load: () => Promise<{ default: ComponentType<ExporterProps> }> }
}

/** Something unseen that goes on as long as the shell is open: listening for what is new. */
export interface BackgroundComponent {
  id: string
  load: LoadPage
}

/** The desk half of a module, as `web/index.ts` exports it. It is part of the shell, so everything heavy is imported late. */
export interface WebModule {
  manifest: Manifest
  /** A page of the manifest, by its path → its component. */
  pages?: Readonly<Record<string, LoadPage>>
  /** Buttons for pages of modules below, by module key and page path: `org:Orgs`. */
  actions?: Readonly<Record<string, readonly PageAction[]>>
  /** Parts of the details on such pages, named in the same way. */
  sections?: Readonly<Record<string, readonly PageSection[]>>
  cards?: readonly BoardCard[]
  palette?: readonly PaletteSource[]
  barItems?: readonly BarItem[]
  backgrounds?: readonly BackgroundComponent[]
  /** What is in the drawer at the right edge; there is no drawer until a module brings this. */
  quickAccess?: { load: LoadPage }
  /** One of the house brings this; until then no list has buttons for it. */
  sheets?: SheetSupport
}
export const defineWebModule = (module: WebModule): WebModule => module

/** A page of the light root; an address with places in it, `/DP/:id`, tells what stood there. */
export type LoadPhonePage = () => Promise<{ default: ComponentType<{ params: Record<string, string> }> }>

/** A card on the home of a phone. It reads its own data, so that one that fails leaves the others alone. */
export interface PhoneCard {
  id: string
  /** Whose home it is on; `both` are pupils and guardians. */
  audience: 'pupil' | 'guardian' | 'both' | 'staff'
  /** The tab it stands in; the first unless it says otherwise. */
  tab?: 'apps' | 'messages'
  /** Of staff, those who have this; whoever works here unless it says otherwise. */
  permission?: string
  /** About how high it will be: kept free until it has come, so that nothing jumps. */
  height?: number
  sort: number
  load: LoadPage
}

/** The phone half of a module, as `web/phone.ts` exports it: nothing behind it may import antd. */
export interface PhoneModule {
  /** Address → its component; a public address of the specification may be among them. */
  pages?: Readonly<Record<string, LoadPhonePage>>
  cards?: readonly PhoneCard[]
}
