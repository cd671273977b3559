import type { ReactNode } from 'react'
import type { Page } from '#packages/contract/params.ts'
import type {
  ActionBase,
  AnyFormAction,
  EmptyText as SharedEmptyText,
  ListContext,
  ListFilter,
  PlainAction,
  RowWithId,
  SharedColumn,
  SharedList,
} from '#packages/web/core/list/list-spec.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import type { ListPosition } from '../detail-page/detail-spec.ts'
import type { EmptyIllustration } from '../page-state.tsx'

export type { ActionPreview, UndoAction } from '#packages/web/core/list/action-preview.ts'
export {
  formAction,
  type AnyFormAction,
  type DoneMessage,
  type EditSpec,
  type FilterSpec,
  type FormAction,
  type ListContext,
  type ListFilter,
  type ListQuery,
  type PlainAction,
  type RowWithId,
  type Sort,
  type Targets,
} from '#packages/web/core/list/list-spec.ts'

export interface Column<Row> extends SharedColumn<Row> {
  cell: (row: Row) => ReactNode
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

export type RowAction<Row> = PlainAction<Row> | AnyFormAction<Row> | DialogAction<Row>

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

export interface NameSpec<Row extends RowWithId> extends NameText<Row> {
  /** The name with highlights: the search term. */
  draw?: (row: Row) => ReactNode
  /** The link, for rows without details. */
  to?: (row: Row) => string
  icon: (row: Row) => ReactNode
}
type NameText<Row extends RowWithId> = SharedList<Row>['name']

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
    /** Columns of the file that the list does not have: 签字. */
    extra?: readonly string[]
    filterOf: (listFilter: ListFilter) => object
  }
}

interface EmptyText extends SharedEmptyText {
  /** What is missing, for the illustration. */
  of?: EmptyIllustration
}

type SharedPart<Row extends RowWithId, Detail extends Row, Values extends object> = Omit<
  SharedList<Row, Detail, Values>,
  'name' | 'columns' | 'card' | 'actions' | 'detail' | 'empty'
>

/** The specification of a list on the desk; everything common to all lists is in the engine. */
export interface ListSpec<
  Row extends RowWithId,
  Detail extends Row = Row,
  Values extends object = never,
> extends SharedPart<Row, Detail, Values> {
  name: NameSpec<Row>
  columns: readonly Column<Row>[]
  /** Beside the title; on a phone above the list. */
  note?: ReactNode
  /** Figures above the list, each a filter. It keeps its height while they load. */
  figures?: ReactNode
  /** By default the rows of a node include everything below it. */
  isDeep?: boolean
  /** The rows of a node are its own only: there is no choice to include those below. */
  isShallow?: boolean
  /** Users can save views of it. */
  hasViews?: boolean
  /** 导入 and 导出, for users with the permission. */
  sheet?: SheetSpec
  actions?: readonly RowAction<Row>[]
  /** Beside the list, or instead of it; the row is shown until the rest has loaded. */
  detail?: DetailSpec<Detail> | FullPageDetailSpec<Row>
  /** The total, where a number and a unit are not enough: 105 个任职，103 人. */
  total?: (page: Page<Row>) => string
  /** At the foot, after the total: 男 24. Loaded after the rows, because sums may take longer. */
  sums?: (listFilter: ListFilter) => QueryDefinition<readonly string[]>
  /** Instead of the card built from the columns. */
  card?: (row: Row) => RowCardContent
  /** One action on the card itself. */
  cardAction?: (row: Row) => ReactNode
  /** Shown when nothing has been created yet. */
  empty?: EmptyText | ((nodeName: string) => EmptyText)
}
