import { createContext, use } from 'react'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'

/** A saved view of a list. */
export interface SavedView {
  id: string
  name: string
  /** The query part of the address. */
  query: string
  /** The whole organisation sees it. */
  isShared: boolean
  isMine: boolean
  /** Opens by default for its owner. */
  isDefault: boolean
}

export interface SavedDraft {
  value: unknown
  savedAt: string
}

/** Stores the user's preferences. The entry provides it, because packages must not call the server. */
export interface PreferenceStore {
  views: (list: string) => QueryDefinition<SavedView[]>
  saveView: (
    view: { id: string | null; list: string } & Pick<SavedView, 'name' | 'query' | 'isShared' | 'isDefault'>,
  ) => Promise<SavedView>
  deleteView: (id: string) => Promise<unknown>
  readDraft: (key: string) => Promise<SavedDraft | null>
  saveDraft: (key: string, value: unknown) => Promise<{ savedAt: string }>
  dropDraft: (key: string) => Promise<unknown>
}

export const PreferenceStoreContext = createContext<PreferenceStore | null>(null)

export function usePreferenceStore(): PreferenceStore {
  const store = use(PreferenceStoreContext)
  if (!store) throw new Error('usePreferenceStore needs a PreferenceStoreContext')
  return store
}
