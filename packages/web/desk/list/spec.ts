import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page, PageQuery } from '#packages/contract/params.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import type { FormSpec } from '../form/spec.ts'

export type RowWithId = { id: string }

export interface Sort {
  key: string
  desc: boolean
}

/** Which rows are meant, whatever page of them one looks at. */
export interface Asked {
  /** The chosen node, on a page with a tree. */
  node: string | null
  /** Everything below that node, not only its children. */
  below: boolean
  /** By the names of the filters; `keyword` is what stands in the search field. */
  filter: Readonly<Record<string, string>>
}

export interface ListQuery extends Asked, PageQuery {
  sort: Sort | null
}

/** What an act is done to: rows that were ticked, or whatever a question finds, shown or not. */
export type Targets = { ids: readonly string[] } | { all: true; asked: Asked; except: readonly string[] }

/** Where a column goes when the row is a card: beside the name, on the second line, only if it needs an eye, or a call. */
export type CardPart = 'kind' | 'fact' | 'tag' | 'call'

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
  card?: CardPart
  cell: (row: Row) => ReactNode
  /** The same in plain words, for a card; empty when there is nothing to say. */
  words: (row: Row) => string
  /** Whether it needs an eye: only then does a tag stand on a card. */
  isLoud?: (row: Row) => boolean
}

/** One row as a card, on phones. */
export interface Card {
  /** Beside the name. */
  kind: string
  /** The second line, piece by piece. */
  facts: readonly string[]
  /** Only what needs an eye. */
  tag?: ReactNode
  phone?: string
}

export interface Filter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** On the second line, which is opened when it is needed. */
  isMore?: boolean
}

/** What an act would do, as the server's trial run says. */
export interface Preview {
  /** How many would change; with none there is nothing to confirm. */
  count: number
  /** Some of their names. */
  names: readonly string[]
  /** Who is left out, and why. */
  skipped?: string
  /** What changes, line by line; a warning stands out. */
  changes: readonly { label: string; before: string; after: string; warning?: string }[]
  /** What changes with it. */
  consequences: readonly { label: string; words: string }[]
  /** Beside the buttons: for how long it can be undone, say. */
  note?: string
}

/** Takes back what was just done. */
export type Undo = () => Promise<unknown>

export interface Act<Row> {
  key: string
  /** A verb: 停用. */
  label: string
  permission: string
  /** It takes something away: red, and always asked about first. */
  isDanger?: boolean
  /** Whether it can be done to this row; without it, to each. */
  when?: (row: Row) => boolean
  /** Asked for before it is done to several, or takes something away. */
  preview?: (targets: Targets) => Promise<Preview>
  run: (targets: Targets) => Promise<Undo | void>
  /** What to say then, at most twenty characters. */
  done: (count: number) => string
}

/** Where the rows come from: a node of a tree, or just the list. */
export interface Ground {
  node: string | undefined
  /** What kind of node it is, in the words of the page. */
  kind?: string | undefined
  /** False while it is not known which node is meant. */
  isReady: boolean
}

interface FillSpec<From, Values> {
  permission: string
  /** What is asked, with what is known from where one stands. */
  form: (from: From) => FormSpec<Values>
  submit: (values: Values, from: From) => Promise<RowWithId>
  /** What to say then, at most twenty characters. */
  done: string
}

export interface CreateSpec<Values> extends FillSpec<Ground, Values> {
  /** 新建机构. */
  label: string
  /** The word on the button of its form, where it is not 保存. */
  send?: string
}

export interface EditSpec<Row, Values> extends FillSpec<Row, Values> {
  when?: (row: Row) => boolean
}

export interface Section {
  title?: string
  facts: readonly { label: string; value: ReactNode }[]
  /** Below the facts, over the whole width: files, a button. */
  whole?: ReactNode
}

export interface DetailSpec<Detail> {
  of: (id: string) => Reading<Detail>
  icon: (detail: Detail) => ReactNode
  name: (detail: Detail) => string
  /** Beside the name. */
  tag: (detail: Detail) => ReactNode
  /** Below the name, piece by piece. */
  about: (detail: Detail) => readonly string[]
  sections: (detail: Detail) => readonly Section[]
}

export interface NameSpec<Row> {
  title: string
  of: (row: Row) => string
  icon: (row: Row) => ReactNode
  isOff?: (row: Row) => boolean
  sortable?: boolean
}

interface Words {
  title: string
  words?: string
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
  page: (query: ListQuery) => Reading<Page<Row>>
  name: NameSpec<Row>
  columns: readonly Column<Row>[]
  /** Beside the title; on a phone above the list. */
  note?: ReactNode
  /** What can be typed into the search field. */
  search?: string
  filters?: readonly Filter[]
  /** People may give names to their ways of looking at it. */
  hasViews?: boolean
  create?: CreateSpec<Values>
  edit?: EditSpec<Row, Values>
  acts?: readonly Act<Row>[]
  /** Beside the list; the row is the beginning of it. */
  detail?: DetailSpec<Detail>
  /** Instead of what is drawn from the columns. */
  card?: (row: Row) => Card
  /** Nothing has been made yet. */
  empty: Words | ((nodeName: string) => Words)
}
