import type { SavedView } from '../keeper.ts'
import { allView, isNarrowed, readLook, writeLook, type Look, type Place, type Vocabulary } from './place.ts'

/** Where one stands between the views of a list. */
export interface ViewState {
  /** Undefined for 全部. */
  current: SavedView | undefined
  /** What is looked at is no longer what the view says. */
  isChanged: boolean
  /** There is something here that could be given a name. */
  canSave: boolean
}

export function viewStateOf(views: readonly SavedView[], place: Place, known: Vocabulary): ViewState {
  const current = views.find(({ id }) => id === place.view)
  const look = writeLook(place, known)
  return {
    current,
    isChanged: current !== undefined && look !== canonical(current.query, known),
    canSave: look !== (current ? canonical(current.query, known) : ''),
  }
}

/** A view may have been kept by an older version of the page: what is no longer known does not make it changed. */
const canonical = (query: string, known: Vocabulary) => writeLook(readLook(query, known), known)

const plain: Look = { below: false, filter: {}, sort: undefined }

/** Whether nothing was asked for yet: only then does a view come by itself. */
export const isBare = (place: Place, known: Vocabulary) =>
  !place.view && !isNarrowed(place) && writeLook(place, known) === ''

/** Where a view leads; nothing stays open, because it may not be in it. */
export const placeOf = (view: SavedView, known: Vocabulary): Partial<Place> => ({
  ...readLook(view.query, known),
  view: view.id,
  page: 1,
  open: undefined,
})

/** 全部. Where a view would come by itself, the address has to say that this was chosen. */
export const placeOfAll = (views: readonly SavedView[]): Partial<Place> => ({
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
export const changed = ({ id, name, query, isShared, isDefault }: SavedView, list: string, change: ViewChange) => ({
  id,
  list,
  name,
  query,
  isShared,
  isDefault,
  ...change,
})

/** The views as they stand once one of them was kept: there is but one default. */
export function withKept(views: readonly SavedView[], kept: SavedView): SavedView[] {
  const others = views.map((view) => (kept.isDefault ? { ...view, isDefault: false } : view))
  const at = others.findIndex(({ id }) => id === kept.id)
  return at < 0 ? [...others, kept] : others.with(at, kept)
}
