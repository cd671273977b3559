import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reference } from '#packages/contract/entity/index.ts'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListPosition } from '../detail-page/detail-spec.ts'
import type { FormSpec } from '../form/form-spec.ts'
import type { EmptyIllustration } from '../page-state.tsx'
import type { StepUpProof } from '../step-up.tsx'
import type { ToastLink } from '../toast.tsx'
import type { ActionPreview, UndoAction } from './action-preview-types.ts'

export type { ActionPreview, UndoAction } from './action-preview-types.ts'

export type RowWithId = { id: string }

export interface Sort {
  key: string
  desc: boolean
}

/** The filter of a list, independent of its page. */
export interface ListFilter {
  /** The chosen node, on a page with a tree. */
  node: string | null
  /** Everything below that node, not only its children. */
  below: boolean
  /** By filter name; `keyword` is the text of the search field. */
  filter: Readonly<Record<string, string>>
}

export interface ListQuery extends ListFilter, PageQuery {
  sort: Sort | null
}

/** The rows of an action: ticked rows, or all rows of a filter, visible or not. */
export type Targets = { ids: readonly string[] } | { all: true; listFilter: ListFilter; except: readonly string[] }

/**
 * The place of a column on a card: beside the name, on the second line, a tag if it needs attention, or a call button.
 */
export type CardSlot = 'kind' | 'fact' | 'tag' | 'call'

export interface Column<Row> {
  key: string
  title: string
  width: number
  align?: 'right'
  /** When the table gets narrow, the highest number is dropped first. Without a number it stays. */
  dropAt?: number
  /** The server can sort by this key. */
  sortable?: boolean
  /** Available in the column settings. */
  hiddenByDefault?: boolean
  /** Only where it is useful: the school of each row, above several schools. */
  when?: (context: ListContext) => boolean
  card?: CardSlot
  cell: (row: Row) => ReactNode
  /** The plain text for a card; empty when there is nothing to show. */
  text: (row: Row) => string
  /** Whether it needs attention: only then is a tag on the card. */
  needsAttention?: (row: Row) => boolean
}

/** One row as a card, on phones. */
export interface RowCardContent {
  /** Beside the name. */
  kind: string
  /** The second line, one by one. */
  facts: readonly string[]
  /** Only for rows that need attention. */
  tag?: ReactNode
  phone?: string
}

export interface FilterSpec {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Any day, instead of fixed options. */
  isDay?: boolean
  /** A range of days: the options are shortcuts, and any two days can be chosen instead. See `createDayRangeFilter`. */
  isRange?: boolean
  /** Any row of another list, chosen with a control of a module; `valueOf` is where a row of this list has its name. */
  reference?: {
    control: string
    orgId: string | null | undefined
    valueOf: (row: object) => Reference | null | undefined
  }
  /** The label for no choice, where that does not mean everything: 本月. */
  none?: string
  /** On the second line, which is collapsed by default. */
  isMore?: boolean
}

interface ActionBase<Row> {
  key: string
  /** A verb: 停用. */
  label: string
  /** The verb of its dialog and button, where it differs from the label: 移动 for 移动到…. */
  verb?: string
  permission: string
  /** The action deletes or removes something: red, and always confirmed. */
  isDanger?: boolean
  /** For one row at a time: in its menu, never for the selection. */
  isSingle?: boolean
  /** So frequent that it has its own button beside 编辑 in the details, and instead of 编辑 in lists without editing. */
  isPrimary?: boolean
  /** Its rows no longer exist afterwards. */
  isRemoval?: boolean
  /** A line above it in the menu of a row. */
  dividerBefore?: boolean
  /** Whether it applies to this row; by default to each. */
  when?: (row: Row) => boolean
  /** Why it is not possible for this row now: then it is disabled in the menu, with the reason. */
  whyNot?: (row: Row) => string | undefined
}

/** The message at the end, and a link to the result. */
export interface DoneMessage {
  message: string
  link?: ToastLink | undefined
}

interface Done {
  /** The message afterwards, at most twenty characters; empty where a dialog shows it. */
  done: (count: number) => string
}

/**
 * An action that runs at once, or after a preview. Here and below, `rows` are those of the targets that are on the page;
 * for a single target all of them.
 */
export interface PlainAction<Row> extends ActionBase<Row>, Done {
  /** Called before it runs on several rows, or if it is dangerous. */
  preview?: (targets: Targets, rows: readonly Row[]) => Promise<ActionPreview>
  run: (targets: Targets, rows: readonly Row[]) => Promise<UndoAction | void>
}

/** An action with a form: first the form, then a preview, then it runs. */
export interface FormAction<Row, Values extends object> extends ActionBase<Row>, Done {
  createForm: (targets: Targets, rows: readonly Row[]) => FormSpec<Values>
  preview?: (targets: Targets, values: Values, rows: readonly Row[]) => Promise<ActionPreview>
  /** Used instead of `done`, where the message depends on the values. */
  doneWith?: (count: number, values: Values, rows: readonly Row[]) => DoneMessage
  /** Where the server requires a code by SMS first, the user enters it, and this is called again with it. */
  run: (
    targets: Targets,
    values: Values,
    proof: StepUpProof | undefined,
    rows: readonly Row[],
  ) => Promise<UndoAction | void>
}

/** What a custom dialog may do with the page below it. */
export interface DialogPage {
  close: () => void
  /** Reloads the rows. */
  refresh: () => Promise<void>
}

/** An action on one row with its own dialog, loaded on demand. */
export interface DialogAction<Row> extends ActionBase<Row> {
  isSingle: true
  open: (row: Row, page: DialogPage) => ReactNode
}

/** A form action with a hidden type of its values, so that a list can hold several of them. */
export interface AnyFormAction<Row> extends ActionBase<Row>, Done {
  withFormAction: <Answer>(use: <Values extends object>(action: FormAction<Row, Values>) => Answer) => Answer
}
/** Adds a form action to others: `actions: [formAction<Staff, MoveForm>({ createForm, preview, run, … })]`. */
export const formAction = <Row, Values extends object>(action: FormAction<Row, Values>): AnyFormAction<Row> => {
  const { createForm: _, preview: __, run: ___, doneWith: ____, ...base } = action
  return { ...base, withFormAction: (use) => use(action) }
}

export type RowAction<Row> = PlainAction<Row> | AnyFormAction<Row> | DialogAction<Row>

/** Where the rows come from: a node of a tree, or just the list. */
export interface ListContext {
  node: string | undefined
  /** The kind of the node, in the terms of the page. */
  kind?: string | undefined
  /** From the top of the user's visible tree down to the node. */
  path?: readonly { id: string; name: string; kind?: string }[]
  /** False while the node is unknown. */
  isReady: boolean
}

interface RowFormSpec<From, Values> {
  permission: string
  /** The form, with values known from the context. */
  form: (from: From) => FormSpec<Values>
  /** With `message` where something other than usual was done. */
  submit: (values: Values, from: From) => Promise<RowWithId & { message?: string }>
  /** The message afterwards, at most twenty characters. */
  done: string
  /** Too long for a dialog: it replaces the list until it was sent. */
  isLong?: boolean
}

export interface CreateSpec<Values> extends RowFormSpec<ListContext, Values> {
  /** 新建机构. */
  label: string
  /** The title of the form, where it differs from the label. */
  title?: () => string
  /** The label of the submit button, where it is not 保存. */
  send?: string
  /** Whether the details are opened afterwards, for records that need further work. */
  opens?: (values: Values) => boolean
  /** Whether a record can be created there; by default everywhere. */
  when?: (context: ListContext) => boolean
}

export interface EditSpec<Row, Values> extends RowFormSpec<Row, Values> {
  /** The existing values, for a form that starts empty: so an emptied field is really cleared. */
  known?: (row: Row) => Values
  /** For rows of the list without all editable fields: then the full record is loaded first. */
  of?: (id: string) => QueryDefinition<Row>
  when?: (row: Row) => boolean
}

export interface DetailSectionSpec {
  title?: string
  /** At the end of the title's line: 添加兼职. */
  aside?: ReactNode
  facts: readonly { label: string; value: ReactNode }[]
  /** Below the facts, over the full width: files, a button. */
  whole?: ReactNode
}

export interface DetailSpec<Detail> {
  of: (id: string) => QueryDefinition<Detail>
  icon: (detail: Detail) => ReactNode
  name: (detail: Detail) => string
  /** Beside the name. */
  tag: (detail: Detail) => ReactNode
  /** Below the name, one by one. */
  about: (detail: Detail) => readonly string[]
  sections?: (detail: Detail) => readonly DetailSectionSpec[]
  /** For records with many facts: one tab at a time. */
  tabs?: (detail: Detail) => readonly DetailTabSpec[]
}

export interface DetailTabSpec {
  key: string
  label: string
  sections: readonly DetailSectionSpec[]
}

/** The props of a details page that replaces the list. */
export interface FullPageDetailProps<Row> {
  id: string
  /** The row of the list, shown until the rest has loaded. */
  row: Row | undefined
  position: ListPosition | undefined
  /** Defined if the user may edit; the row then decides whether it is editable. */
  edit: ((row: Row) => void) | undefined
  start: (action: RowAction<Row>, row: Row) => void
  refresh: () => Promise<void>
  close: () => void
}

/** Too much for a drawer: it replaces the list, which stays mounted behind it. */
export interface FullPageDetailSpec<Row> {
  whole: (shown: FullPageDetailProps<Row>) => ReactNode
}

export interface NameSpec<Row> {
  title: string
  of: (row: Row) => string
  /** The name with highlights: the search term. */
  draw?: (row: Row) => ReactNode
  /** The link, for rows without details. */
  to?: (row: Row) => string
  icon: (row: Row) => ReactNode
  isOff?: (row: Row) => boolean
  sortable?: boolean
  /** The minimum width; names of people are short. */
  width?: number
}

/** Rows that are imported and exported as spreadsheets. */
export interface SheetSpec {
  /** The import target; for the node, unless `orgOf` names another organisation. */
  import?: { target: string; permission: string; orgOf?: (context: ListContext) => string | undefined }
  /** The export source of the server and its filter: `ids` and `except` are added for ticked rows. */
  export?: {
    source: string
    /** If not everybody who sees the list may export it. */
    permission?: string
    /** The column of the name in the file, if it is not `name`. */
    name?: string
    filterOf: (listFilter: ListFilter) => object
  }
}

interface EmptyText {
  title: string
  text?: string
  /** What is missing, for the illustration. */
  of?: EmptyIllustration
}

/** The specification of a list; everything common to all lists is in the engine. */
export interface ListSpec<Row extends RowWithId, Detail extends Row = Row, Values extends object = never> {
  /** The key under which views and columns are stored: module and page, `org:Orgs`. */
  key: string
  /** Everything below this key is reloaded on refresh. */
  queryKey: QueryKey
  /** The rows with their measure word: 个下级机构. */
  unit: string
  /** The measure word alone, and with the noun: 个, 个机构. */
  measure: string
  counted: string
  page: (query: ListQuery) => QueryDefinition<Page<Row>>
  name: NameSpec<Row>
  columns: readonly Column<Row>[]
  /** Beside the title; on a phone above the list. */
  note?: ReactNode
  /** Figures above the list, each a filter. It keeps its height while they load. */
  figures?: ReactNode
  /** The placeholder of the search field. */
  search?: string
  filters?: readonly FilterSpec[]
  /** By default the rows of a node include everything below it. */
  isDeep?: boolean
  /** The rows of a node are its own only: there is no choice to include those below. */
  isShallow?: boolean
  /** Users can save views of it. */
  hasViews?: boolean
  create?: CreateSpec<Values>
  edit?: EditSpec<Row, Values>
  /** 导入 and 导出, for users with the permission. */
  sheet?: SheetSpec
  actions?: readonly RowAction<Row>[]
  /** Beside the list, or instead of it; the row is shown until the rest has loaded. */
  detail?: DetailSpec<Detail> | FullPageDetailSpec<Row>
  /** The total, where a number and a unit are not enough: 105 个任职，103 人. */
  total?: (page: Page<Row>) => string
  /** At the foot, after the total: 男 24. */
  sums?: (page: Page<Row>) => readonly string[]
  /** Instead of the card built from the columns. */
  card?: (row: Row) => RowCardContent
  /** One action on the card itself. */
  cardAction?: (row: Row) => ReactNode
  /** Shown when nothing has been created yet. */
  empty: EmptyText | ((nodeName: string) => EmptyText)
}
