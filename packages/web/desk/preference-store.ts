import { createContext, use } from 'react'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'

/** A way of looking at a list that somebody gave a name. */
export interface SavedView {
  id: string
  name: string
  /** The part of the address that it stands for. */
  query: string
  /** The whole organisation sees it. */
  isShared: boolean
  isMine: boolean
  /** What its owner sees first. */
  isDefault: boolean
}

export interface SavedDraft {
  value: unknown
  savedAt: string
}

/** Where people's own things are kept. The entry provides it, because packages know no server. */
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
  if (!store) throw new Error('useKeeper needs a KeeperContext')
  return store
}
