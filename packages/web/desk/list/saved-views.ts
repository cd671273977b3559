import type { SavedView } from '../preference-store.ts'
import {
  allView,
  isNarrowed,
  parseViewQuery,
  formatViewQuery,
  type ViewQuery,
  type ListState,
  type ListVocabulary,
} from './list-state.ts'

/** The current view of a list. */
export interface ViewState {
  /** Undefined for 全部. */
  current: SavedView | undefined
  /** The current filter differs from the view. */
  isChanged: boolean
  /** The current filter can be saved as a view. */
  canSave: boolean
}

export function getViewState(views: readonly SavedView[], listState: ListState, vocabulary: ListVocabulary): ViewState {
  const current = views.find(({ id }) => id === listState.view)
  const viewQuery = formatViewQuery(listState, vocabulary)
  return {
    current,
    isChanged: current !== undefined && viewQuery !== canonical(current.query, vocabulary),
    canSave: viewQuery !== (current ? canonical(current.query, vocabulary) : ''),
  }
}

/** A view may come from an older version of the page: unknown filters do not count as changes. */
const canonical = (query: string, known: ListVocabulary) => formatViewQuery(parseViewQuery(query, known), known)

const plain: ViewQuery = { below: false, filter: {}, sort: undefined }

/** Whether no filter is set: only then does a default view open. */
export const isDefaultListState = (listState: ListState, known: ListVocabulary) =>
  !listState.view && !isNarrowed(listState) && formatViewQuery(listState, known) === ''

/** The list state of a view; nothing stays open, because the row may not be in it. */
export const getViewListState = (view: SavedView, known: ListVocabulary): Partial<ListState> => ({
  ...parseViewQuery(view.query, known),
  view: view.id,
  page: 1,
  open: undefined,
})

/** 全部. Where a default view would open, the address must record this choice. */
export const getAllViewListState = (views: readonly SavedView[]): Partial<ListState> => ({
  ...plain,
  view: views.some(({ isDefault }) => isDefault) ? allView : undefined,
  page: 1,
  open: undefined,
})

export interface ViewChange {
  name?: string
  query?: string
  isShared?: boolean
  isDefault?: boolean
}

/** What the store saves of a view, after a change. */
export const applyViewChange = (
  { id, name, query, isShared, isDefault }: SavedView,
  list: string,
  change: ViewChange,
) => ({
  id,
  list,
  name,
  query,
  isShared,
  isDefault,
  ...change,
})

/** The views after one of them was saved: there is at most one default. */
export function upsertView(views: readonly SavedView[], saved: SavedView): SavedView[] {
  const others = views.map((view) => (saved.isDefault ? { ...view, isDefault: false } : view))
  const at = others.findIndex(({ id }) => id === saved.id)
  return at < 0 ? [...others, saved] : others.map((view, index) => (index === at ? saved : view))
}
