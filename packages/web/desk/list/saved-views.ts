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

/** Where one stands between the views of a list. */
export interface ViewState {
  /** Undefined for 全部. */
  current: SavedView | undefined
  /** What is looked at is no longer what the view says. */
  isChanged: boolean
  /** There is something here that could be given a name. */
  canSave: boolean
}

export function getViewState(views: readonly SavedView[], listState: ListState, known: ListVocabulary): ViewState {
  const current = views.find(({ id }) => id === listState.view)
  const viewQuery = formatViewQuery(listState, known)
  return {
    current,
    isChanged: current !== undefined && viewQuery !== canonical(current.query, known),
    canSave: viewQuery !== (current ? canonical(current.query, known) : ''),
  }
}

/** A view may have been kept by an older version of the page: what is no longer known does not make it changed. */
const canonical = (query: string, known: ListVocabulary) => formatViewQuery(parseViewQuery(query, known), known)

const plain: ViewQuery = { below: false, filter: {}, sort: undefined }

/** Whether nothing was asked for yet: only then does a view come by itself. */
export const isDefaultListState = (listState: ListState, known: ListVocabulary) =>
  !listState.view && !isNarrowed(listState) && formatViewQuery(listState, known) === ''

/** Where a view leads; nothing stays open, because it may not be in it. */
export const getViewListState = (view: SavedView, known: ListVocabulary): Partial<ListState> => ({
  ...parseViewQuery(view.query, known),
  view: view.id,
  page: 1,
  open: undefined,
})

/** 全部. Where a view would come by itself, the address has to say that this was chosen. */
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

/** What the keeper is told to keep of a view, after a change. */
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

/** The views as they stand once one of them was kept: there is but one default. */
export function upsertView(views: readonly SavedView[], saved: SavedView): SavedView[] {
  const others = views.map((view) => (saved.isDefault ? { ...view, isDefault: false } : view))
  const at = others.findIndex(({ id }) => id === saved.id)
  return at < 0 ? [...others, saved] : others.with(at, saved)
}
