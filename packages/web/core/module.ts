import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { BoardCardSpec, PaletteSourceSpec, PhoneCardSpec } from '#packages/contract/web-spec.ts'
import type { FieldControlProps, FieldValueProps, PhoneControlProps } from './field-control.ts'
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

export type CardShape = 'card' | 'line' | 'none'

/** A card of the data board. It loads its own data, so that a failing card does not break the others. */
export interface BoardCardCode {
  /**
   * Decides before the board is laid out whether the card is a card, one line across the board, or nothing. By default
   * a card. It loads through the client, so that the card does not load the data again.
   */
  shape?: (client: QueryClient) => Promise<CardShape>
  load: LoadPage
}
export type BoardCard = BoardCardSpec & BoardCardCode

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

type SearchPalette = (keyword: string, signal: AbortSignal) => Promise<readonly PaletteHit[]>
export type PaletteSource = PaletteSourceSpec & { search: SearchPalette }

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

/** A list behind a number. */
export interface DrillDownListProps {
  /** The address of the page of the list, with its filters. */
  to: string
}

/**
 * The desk part of a module, the default export of its `web/index.ts`. The shell loads it when one of its parts is
 * needed. Everything is found by its id in the manifest.
 */
export interface WebModule {
  /** A page of the manifest, by its path → its component. */
  pages?: Readonly<Record<string, LoadPage>>
  /** Buttons on pages, by module key and page path: `org:Orgs`. `extendedPages` names pages of other modules. */
  actions?: Readonly<Record<string, readonly PageAction[]>>
  /** Detail sections on such pages, with the same keys. */
  sections?: Readonly<Record<string, readonly PageSection[]>>
  cards?: Readonly<Record<string, BoardCardCode>>
  palette?: Readonly<Record<string, SearchPalette>>
  barItems?: Readonly<Record<string, LoadPage>>
  /** The rows of a list for a drawer beside statistics, by the path of its page: see `defineDrillDownList`. */
  drillDownLists?: Readonly<Record<string, () => Promise<{ default: ComponentType<DrillDownListProps> }>>>
  /** Controls for fields of entities. */
  controls?: Readonly<Record<string, () => Promise<{ default: ComponentType<FieldControlProps> }>>>
  /** The values of such fields in details, where they are not a text; by the name of the control. */
  values?: Readonly<Record<string, () => Promise<{ default: ComponentType<FieldValueProps> }>>>
  backgrounds?: Readonly<Record<string, LoadPage>>
  /** The content of the drawer at the right edge. */
  quickAccess?: LoadPage
  /** The dialog that exports a list as a spreadsheet. */
  exporter?: () => Promise<{ default: ComponentType<ExporterProps> }>
}

/**
 * The pages of a module for platform administrators and developers, the default export of its `web/outside.ts`, by
 * address.
 */
export interface OutsideModule {
  pages: Readonly<Record<string, LoadPage>>
}

/** A page of the light root; gets the parameters of an address such as `/DP/:id`. */
export type LoadPhonePage = () => Promise<{ default: ComponentType<{ params: Record<string, string> }> }>

/** A card on the home of a phone. It loads its own data, so that a failing card does not break the others. */
export type PhoneCard = PhoneCardSpec & { load: LoadPage }

/**
 * The phone part of a module, the default export of its `web/phone.ts`: it must not import antd. A module that lets
 * other modules add to its pages adds a field by declaration merging.
 */
export interface PhoneModule {
  /** Address → its component. */
  pages?: Readonly<Record<string, LoadPhonePage>>
  cards?: Readonly<Record<string, LoadPage>>
  /** Controls for fields of entities. */
  controls?: Readonly<Record<string, () => Promise<{ default: ComponentType<PhoneControlProps> }>>>
  /** The values of such fields in details, where they are not a text; by the name of the control. */
  values?: Readonly<Record<string, () => Promise<{ default: ComponentType<FieldValueProps> }>>>
}
