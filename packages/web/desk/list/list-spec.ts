import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

/** Which rows are meant, whatever page of them one looks at. */
export interface ListFilter {
  /** The chosen node, on a page with a tree. */
  node: string | null
  /** Everything below that node, not only its children. */
  below: boolean
  /** By the names of the filters; `keyword` is what stands in the search field. */
  filter: Readonly<Record<string, string>>
}

export interface ListQuery extends ListFilter, PageQuery {
  sort: Sort | null
}

/** What an act is done to: rows that were ticked, or whatever a question finds, shown or not. */
export type Targets = { ids: readonly string[] } | { all: true; listFilter: ListFilter; except: readonly string[] }

/** Where a column goes when the row is a card: beside the name, on the second line, only if it needs an eye, or a call. */
export type CardSlot = 'kind' | 'fact' | 'tag' | 'call'

export interface Column<Row> {
  key: string
  title: string
  width: number
  align?: 'right'
  /** When the table gets narrow, the highest leaves first. Without a number it stays. */
  dropAt?: number
  /** The server knows this key as an order. */
  sortable?: boolean
  /** There for whoever asks for it. */
  hiddenByDefault?: boolean
  /** Only where it tells something: the school of each, above several of them. */
  when?: (context: ListContext) => boolean
  card?: CardSlot
  cell: (row: Row) => ReactNode
  /** The same in plain words, for a card; empty when there is nothing to say. */
  text: (row: Row) => string
  /** Whether it needs an eye: only then does a tag stand on a card. */
  needsAttention?: (row: Row) => boolean
}

/** One row as a card, on phones. */
export interface RowCardContent {
  /** Beside the name. */
  kind: string
  /** The second line, piece by piece. */
  facts: readonly string[]
  /** Only what needs an eye. */
  tag?: ReactNode
  phone?: string
}

export interface FilterSpec {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Any day can be asked for, not one of a few. */
  isDay?: boolean
  /** A range of days: the options are shortcuts, and any two days can be asked for instead. See `daysFilter`. */
  isRange?: boolean
  /** What is meant while nothing is chosen, where that is not everything: 本月. */
  none?: string
  /** On the second line, which is opened when it is needed. */
  isMore?: boolean
}

interface ActionBase<Row> {
  key: string
  /** A verb: 停用. */
  label: string
  /** What its dialog and its button say, where that is not the label: 移动 for 移动到…. */
  verb?: string
  permission: string
  /** It takes something away: red, and always asked about first. */
  isDanger?: boolean
  /** Done to one row at a time: in its menu, never for what is ticked. */
  isSingle?: boolean
  /** So usual that it has a button of its own beside 编辑 where the details are open, and in its place in lists that edit nothing. */
  isPrimary?: boolean
  /** Its rows are not there any more afterwards. */
  isRemoval?: boolean
  /** A line above it in the menu of a row. */
  dividerBefore?: boolean
  /** Whether it can be done to this row; without it, to each. */
  when?: (row: Row) => boolean
  /** Why it cannot be done to this row as things are: then it stands grey in the menu, with the reason. */
  whyNot?: (row: Row) => string | undefined
}

/** What to say at the end, and where one sees what was done. */
export interface DoneMessage {
  message: string
  link?: ToastLink | undefined
}

interface Done {
  /** What to say then, at most twenty characters; empty where a dialog that it opened says it. */
  done: (count: number) => string
}

/** Done at once, or after a look at what it would do. */
export interface PlainAction<Row> extends ActionBase<Row>, Done {
  /** Asked for before it is done to several, or takes something away. */
  preview?: (targets: Targets) => Promise<ActionPreview>
  run: (targets: Targets) => Promise<UndoAction | void>
}

/** An act that needs to know something first: a form in its dialog, then what it would do, then it is done. */
export interface FormAction<Row, Values extends object> extends ActionBase<Row>, Done {
  /** `rows` are those among the targets that stand on the page; all of them when it is done to one. */
  createForm: (targets: Targets, rows: readonly Row[]) => FormSpec<Values>
  preview?: (targets: Targets, values: Values) => Promise<ActionPreview>
  /** Said instead of `done`, where the answers belong into it. */
  doneWith?: (count: number, values: Values, rows: readonly Row[]) => DoneMessage
  /** Where the server wants a code by SMS first, it is asked for, and this is called again with it. */
  run: (targets: Targets, values: Values, proof?: StepUpProof) => Promise<UndoAction | void>
}

/** What a dialog of its own may do to the page below it. */
export interface DialogPage {
  close: () => void
  /** Reads the rows again. */
  refresh: () => Promise<void>
}

/** An act on one row with a dialog of its own, fetched when it is needed. */
export interface DialogAction<Row> extends ActionBase<Row> {
  isSingle: true
  open: (row: Row, page: DialogPage) => ReactNode
}

/** An asking act whose values are between it and its dialog: what stands beside it in a list need not know their type. */
export interface AnyFormAction<Row> extends ActionBase<Row>, Done {
  withFormAction: <Answer>(use: <Values extends object>(action: FormAction<Row, Values>) => Answer) => Answer
}
/** Puts an act with a form among others: `acts: [asking<Staff, MoveForm>({ ask, preview, run, … })]`. */
export const formAction = <Row, Values extends object>(action: FormAction<Row, Values>): AnyFormAction<Row> => {
  const { createForm: _, preview: __, run: ___, doneWith: ____, ...base } = action
  return { ...base, withFormAction: (use) => use(action) }
}

export type RowAction<Row> = PlainAction<Row> | AnyFormAction<Row> | DialogAction<Row>

/** Where the rows come from: a node of a tree, or just the list. */
export interface ListContext {
  node: string | undefined
  /** What kind of node it is, in the words of the page. */
  kind?: string | undefined
  /** From the top of what this user sees down to the node. */
  path?: readonly { id: string; name: string; kind?: string }[]
  /** False while it is not known which node is meant. */
  isReady: boolean
}

interface RowFormSpec<From, Values> {
  permission: string
  /** What is asked, with what is known from where one stands. */
  form: (from: From) => FormSpec<Values>
  /** With `said` where something else was done than usually. */
  submit: (values: Values, from: From) => Promise<RowWithId & { message?: string }>
  /** What to say then, at most twenty characters. */
  done: string
  /** Too long for a dialog: it takes the place of the list until it was sent. */
  isLong?: boolean
}

export interface CreateSpec<Values> extends RowFormSpec<ListContext, Values> {
  /** 新建机构. */
  label: string
  /** What the form is called, where that is not the label. */
  title?: () => string
  /** The word on the button of its form, where it is not 保存. */
  send?: string
  /** Whether its details are opened then: for what is not finished by being there. */
  opens?: (values: Values) => boolean
  /** Whether one can be made there at all; without it, everywhere. */
  when?: (context: ListContext) => boolean
}

export interface EditSpec<Row, Values> extends RowFormSpec<Row, Values> {
  /** What is there already, for a form that begins empty: so what is taken out of a field is really out. */
  known?: (row: Row) => Values
  /** The row of the list does not tell all that can be changed: then the whole of it is read first. */
  of?: (id: string) => QueryDefinition<Row>
  when?: (row: Row) => boolean
}

export interface DetailSectionSpec {
  title?: string
  /** At the end of the title's line: 添加兼职. */
  aside?: ReactNode
  facts: readonly { label: string; value: ReactNode }[]
  /** Below the facts, over the whole width: files, a button. */
  whole?: ReactNode
}

export interface DetailSpec<Detail> {
  of: (id: string) => QueryDefinition<Detail>
  icon: (detail: Detail) => ReactNode
  name: (detail: Detail) => string
  /** Beside the name. */
  tag: (detail: Detail) => ReactNode
  /** Below the name, piece by piece. */
  about: (detail: Detail) => readonly string[]
  sections?: (detail: Detail) => readonly DetailSectionSpec[]
  /** For those of whom there is much to tell: one part at a time. */
  tabs?: (detail: Detail) => readonly DetailTabSpec[]
}

export interface DetailTabSpec {
  key: string
  label: string
  sections: readonly DetailSectionSpec[]
}

/** What somebody who is shown on a page of their own is told by the list behind it. */
export interface FullPageDetailProps<Row> {
  id: string
  /** As the list knows it: the beginning of the rest. */
  row: Row | undefined
  position: ListPosition | undefined
  /** Whether the form may be opened at all; the row then says whether for it. */
  edit: ((row: Row) => void) | undefined
  start: (action: RowAction<Row>, row: Row) => void
  refresh: () => Promise<void>
  close: () => void
}

/** Too much for a drawer: it takes the place of the list, which waits behind it. */
export interface FullPageDetailSpec<Row> {
  whole: (shown: FullPageDetailProps<Row>) => ReactNode
}

export interface NameSpec<Row> {
  title: string
  of: (row: Row) => string
  /** The same, where something in it is marked: what was searched for. */
  draw?: (row: Row) => ReactNode
  /** Where it leads, for rows without details of their own. */
  to?: (row: Row) => string
  icon: (row: Row) => ReactNode
  isOff?: (row: Row) => boolean
  sortable?: boolean
  /** The least it needs; names of people are short. */
  width?: number
}

/** Rows that come and go as spreadsheets. */
export interface SheetSpec {
  /** What they are called where they are brought in; for the node, unless `orgOf` says for whom. */
  import?: { target: string; permission: string; orgOf?: (context: ListContext) => string | undefined }
  /** The list as the server knows it, and how it is asked: `ids` and `except` are added to that where rows are ticked. */
  export?: { source: string; filterOf: (listFilter: ListFilter) => object }
}

interface EmptyText {
  title: string
  text?: string
  /** What is missing, for the drawing. */
  of?: EmptyIllustration
}

/** What is special about a list; everything that lists have in common is the engine's. */
export interface ListSpec<Row extends RowWithId, Detail extends Row = Row, Values extends object = never> {
  /** Where views and columns are kept: module and page, `org:Orgs`. */
  key: string
  /** Everything below this key is read again on refresh. */
  queryKey: QueryKey
  /** What the rows are, with their measure word: 个下级机构. */
  unit: string
  /** The measure word alone, and with the noun: 个, 个机构. */
  measure: string
  counted: string
  page: (query: ListQuery) => QueryDefinition<Page<Row>>
  name: NameSpec<Row>
  columns: readonly Column<Row>[]
  /** Beside the title; on a phone above the list. */
  note?: ReactNode
  /** Figures over the list, each a way to narrow it. It keeps its height while they are read. */
  figures?: ReactNode
  /** What can be typed into the search field. */
  search?: string
  filters?: readonly FilterSpec[]
  /** The rows of a node are also those of everything below it, unless somebody says otherwise. */
  isDeep?: boolean
  /** The rows of a node are its own only: nobody is asked whether those below it are meant. */
  isShallow?: boolean
  /** People may give names to their ways of looking at it. */
  hasViews?: boolean
  create?: CreateSpec<Values>
  edit?: EditSpec<Row, Values>
  /** 导入 and 导出, for whoever may. */
  sheet?: SheetSpec
  actions?: readonly RowAction<Row>[]
  /** Beside the list, or in its place; the row is the beginning of it. */
  detail?: DetailSpec<Detail> | FullPageDetailSpec<Row>
  /** How many there are, where a number and a unit do not say it: 105 个任职，103 人. */
  total?: (page: Page<Row>) => string
  /** At the foot, behind how many there are: 男 24. */
  sums?: (page: Page<Row>) => readonly string[]
  /** Instead of what is drawn from the columns. */
  card?: (row: Row) => RowCardContent
  /** One act that a thumb does on the card itself. */
  cardAction?: (row: Row) => ReactNode
  /** Nothing has been made yet. */
  empty: EmptyText | ((nodeName: string) => EmptyText)
}
