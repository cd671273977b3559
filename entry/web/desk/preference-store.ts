import { call } from '#packages/web/core/call.ts'
import type { PreferenceStore } from '#packages/web/desk/preference-store.ts'

/** Few pages store preferences, so this code is loaded on demand. */
const api = async () => (await import('#kernel/personal/contract.ts')).personalApi

/** Views and drafts are stored on the server, so that they are available on other computers. */
export const preferenceStore: PreferenceStore = {
  views: (list) => ({
    queryKey: ['personal', 'views', list],
    queryFn: async ({ signal }) => call((await api()).views, { query: { list }, signal }),
  }),
  saveView: async (view) => call((await api()).saveView, { body: view }),
  deleteView: async (id) => call((await api()).deleteView, { body: { id } }),
  readDraft: async (key) => call((await api()).draft, { query: { key } }),
  saveDraft: async (key, value) => call((await api()).saveDraft, { body: { key, value } }),
  dropDraft: async (key) => call((await api()).dropDraft, { body: { key } }),
}
