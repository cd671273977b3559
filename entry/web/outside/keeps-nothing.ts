import type { PreferenceStore } from '#packages/web/desk/preference-store.ts'

const noViews = () => Promise.reject(new Error('there are no saved views here'))

/** Saved views and drafts belong to a membership: platform administrators and developers have none. */
export const keepsNothing: PreferenceStore = {
  views: (list) => ({ queryKey: ['views', list], queryFn: () => Promise.resolve([]) }),
  saveView: noViews,
  deleteView: noViews,
  readDraft: () => Promise.resolve(null),
  saveDraft: () => Promise.resolve({ savedAt: new Date().toISOString() }),
  dropDraft: () => Promise.resolve(null),
}
