import type { SavedDraft, PreferenceStore } from '../preference-store.ts'

/** Keeps everything until the page is closed. */
export function createMemoryPreferenceStore(drafts: Record<string, SavedDraft> = {}): PreferenceStore {
  return {
    views: () => ({ queryKey: ['no-views'], queryFn: () => Promise.resolve([]) }),
    saveView: () => Promise.reject(new Error('there are no views here')),
    deleteView: () => Promise.resolve(),
    readDraft: (key) => Promise.resolve(drafts[key] ?? null),
    saveDraft: (key, value) => {
      const savedAt = new Date().toISOString()
      drafts[key] = { value, savedAt }
      return Promise.resolve({ savedAt })
    },
    dropDraft: (key) => {
      delete drafts[key]
      return Promise.resolve()
    },
  }
}
