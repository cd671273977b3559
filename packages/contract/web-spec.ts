import type { OutsideKind } from '#packages/core/actor.ts'

/** A card of the data board. */
export interface BoardCardSpec {
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
  /** The code of the card decides its shape before the board is laid out. Other cards need no code for the layout. */
  hasShape?: true
  /** The card is also on 单位主页, for everybody at such an organisation. */
  isOnOrganisationHome?: boolean
}

/** What a module adds to the command palette: people, applications, documents. Menus are built in. */
export interface PaletteSourceSpec {
  id: string
  title: string
  permission?: string
  /** The lowest comes first. A hit of two sources is shown by the first. */
  sort: number
  /** Whether its title is left out of the hint in the search field. */
  isHiddenFromHint?: boolean
}

/** A small item in the top bar, between the search and the help: tasks, messages. */
export interface BarItemSpec {
  id: string
  permission?: string
  sort: number
  /** Also with large text, where the bar has little room. */
  isShownInBigText?: boolean
}

/** A card on the home of a phone. */
export interface PhoneCardSpec {
  id: string
  /** Whose home it is on; `both` are pupils and guardians. */
  audience: 'pupil' | 'guardian' | 'both' | 'staff'
  /** The tab of the card; by default the first. */
  tab?: 'apps' | 'messages' | 'me'
  /** Only for staff with this permission; by default all staff. */
  permission?: string
  /** The approximate height, reserved until the card has loaded, so that nothing moves. */
  height?: number
  sort: number
}

/** A page for platform administrators or developers, outside the shell of staff. */
export interface OutsidePageSpec {
  /** Its address: `/platform/districts`. */
  address: string
  title: string
  kind: OutsideKind
  /** Anchor of the page in the user's handbook. */
  help: string
  /** The name of the icon (`packages/web/desk/named-glyphs.ts`). */
  icon: string
  sort: number
  /** Reached from other pages only; not in the menu. */
  isOffMenu?: true
}

/**
 * What a module adds to the web besides its pages. The browser knows these facts before it has loaded any code of the
 * module; the code is in `web/index.ts` and `web/phone.ts`, under the same ids.
 */
export interface WebSpec {
  /** Pages of other modules that get buttons or detail sections from this one, by module key and path: `org:Orgs`. */
  extendedPages?: readonly string[]
  cards?: readonly BoardCardSpec[]
  palette?: readonly PaletteSourceSpec[]
  barItems?: readonly BarItemSpec[]
  /** Controls of forms and filters that the module provides for fields of entities, by name: `person`, `room`. */
  controls?: readonly string[]
  /** Those of them that the module also provides for phones, in `web/phone.ts`. */
  phoneControls?: readonly string[]
  /** Paths of pages of the module whose rows statistics show in a drawer. */
  drillDownLists?: readonly string[]
  /** Ids of invisible components that run as long as the shell is open, for example to listen for news. */
  backgrounds?: readonly string[]
  /** The module fills the drawer at the right edge; at most one does. */
  hasQuickAccess?: true
  /**
   * How lists are imported and exported as spreadsheets; at most one module does it. The address of the import page
   * gets `target` (the kind of rows) and `orgId`.
   */
  sheets?: { importUrl: string; exportPermission: string }
  /** Addresses in the light root for users who have signed in, with parameters: `/staffMain/class/:classId`. */
  phonePages?: readonly string[]
  /** Addresses in the light root for everybody, signed in or not: `/DP/:id`. */
  publicPages?: readonly string[]
  /** Ids of sign-in methods that the module adds to the sign-in page. */
  signInMethods?: readonly string[]
  phoneCards?: readonly PhoneCardSpec[]
  /** Pages outside the shell of staff; their code is in `web/outside.ts`, by address. */
  outsidePages?: readonly OutsidePageSpec[]
}
