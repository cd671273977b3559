import type { QueryKey } from '@tanstack/react-query'
import type { Reference } from '#packages/contract/entity/index.ts'
import type { State } from '#packages/contract/labels.ts'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import type { FormSpec } from '../form/form-spec.ts'
import type { QueryDefinition } from '../query-client.ts'
import type { StepUpProof } from '../step-up.ts'
import type { ActionPreview, UndoAction } from './action-preview.ts'
import type { Noun } from './noun.ts'

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

/**
 * The place of a column on a card: beside the name, on the second line, a tag if it needs attention, or a call button.
 */
export type CardSlot = 'kind' | 'fact' | 'tag' | 'call'

/** A column as plain text. The desk draws it as a cell, a phone as a part of a card. */
export interface SharedColumn<Row> {
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
  /** The plain text; empty when there is nothing to show. */
  text: (row: Row) => string
  /** The text on a card, which has no titles, where the value alone does not say what it is: 应还 2026-11-20. */
  cardText?: (row: Row) => string
  /** The text in a table, where it differs: its title has the unit. */
  cellText?: (row: Row) => string
  /** The state, for a column that is one. */
  state?: (row: Row) => State
}

/** One row as a card. */
export interface SharedCard {
  /** Beside the name. */
  kind: string
  /** The second line, one by one. */
  facts: readonly string[]
  /** Only for rows that need attention. */
  state?: State
  phone?: string
  /** A dot before the name, for what is new: the word that a screen reader says. */
  mark?: string
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

export interface ActionBase<Row> {
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
  link?: { label: string; to: string } | undefined
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

/** A form action with a hidden type of its values, so that a list can hold several of them. */
export interface AnyFormAction<Row> extends ActionBase<Row>, Done {
  withFormAction: <Answer>(use: <Values extends object>(action: FormAction<Row, Values>) => Answer) => Answer
}
/** Adds a form action to others: `actions: [formAction<Staff, MoveForm>({ createForm, preview, run, … })]`. */
export const formAction = <Row, Values extends object>(action: FormAction<Row, Values>): AnyFormAction<Row> => {
  const { createForm: _, preview: __, run: ___, doneWith: ____, ...base } = action
  return { ...base, withFormAction: (use) => use(action) }
}

export type SharedAction<Row> = PlainAction<Row> | AnyFormAction<Row>

interface RowFormSpec<From, Values> {
  permission: string
  /** The form, with values known from the context. */
  form: (from: From) => FormSpec<Values>
  /** With `message` where something other than usual was done. */
  submit: (values: Values, from: From) => Promise<RowWithId & { message?: string }>
  /** The message afterwards, at most twenty characters, where it is not 已新建… or 已保存… with the noun. */
  done?: string
  /** Too long for a dialog: it replaces the list until it was sent. */
  isLong?: boolean
  /** The label of the submit button, where it is not 保存. */
  send?: string
}

export interface CreateSpec<Values> extends RowFormSpec<ListContext, Values> {
  /** Where it is not 新建 with the noun: 提交反馈. */
  label?: string
  /** The title of the form, where it differs from the label. */
  title?: () => string
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

/** A fact of a record as text; `href` makes it a link: a number to call. */
export interface SharedFact {
  label: string
  text: string
  href?: string
  /** Drawn by the module that provides this control: files. */
  drawn?: { of: string; value: unknown }
}

/** The facts of one record. */
interface SharedDetail<Detail> {
  of: (id: string) => QueryDefinition<Detail>
  name: (detail: Detail) => string
  state?: (detail: Detail) => State | undefined
  /** Below the name, one by one. */
  about: (detail: Detail) => readonly string[]
  sections: (detail: Detail) => readonly { title?: string; facts: readonly SharedFact[] }[]
}

export interface EmptyText {
  /** Where it is not 还没有 with the noun. */
  title?: string
  text?: string
}

/**
 * A list as both roots draw it: nothing here is a React element. The desk adds icons and special cells
 * (`createDeskList`), a phone draws it as it is (`PhoneList`).
 */
export interface SharedList<Row extends RowWithId, Detail extends Row = Row, Values extends object = never> {
  /** The key under which views and columns are stored: module and page, `org:Orgs`. */
  key: string
  /** Everything below this key is reloaded on refresh. */
  queryKey: QueryKey
  /** What a row is: buttons, counts and messages derive from it. */
  noun: Noun
  /** The rows with their measure word, where the noun does not say it: 个下级机构. */
  unit?: string
  page: (query: ListQuery) => QueryDefinition<Page<Row>>
  name: {
    title: string
    of: (row: Row) => string
    /** Done, read or disabled: less prominent. */
    isOff?: (row: Row) => boolean
    sortable?: boolean
    /** The minimum width; names of people are short. */
    width?: number
    /** With room left, the other columns get wider only after the names have this width. */
    wideWidth?: number
  }
  columns: readonly SharedColumn<Row>[]
  /** Instead of the card built from the columns. */
  card?: (row: Row) => SharedCard
  /** The placeholder of the search field. */
  search?: string
  /** Why this keyword cannot be searched; undefined when it can. */
  refuseKeyword?: (keyword: string) => { title: string; text?: string } | undefined
  filters?: readonly FilterSpec[]
  create?: CreateSpec<Values>
  edit?: EditSpec<Row, Values>
  actions?: readonly SharedAction<Row>[]
  detail?: SharedDetail<Detail>
  /** Shown when nothing has been created yet. */
  empty?: EmptyText | ((nodeName: string) => EmptyText)
}
