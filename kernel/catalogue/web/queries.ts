import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { catalogueApi, type AppGroup, type Shortcut } from '../contract.ts'

const catalogueKey = ['catalogue', 'use'] as const
const centreKey = [...catalogueKey, 'centre'] as const
/** What changes as soon as somebody saves other shortcuts, here or there. */
export const shortcutKeys = { centre: centreKey, lists: [...catalogueKey, 'shortcuts'] as const }

export type AppCentreData = DataOf<typeof catalogueApi.centre>
/** All that is on the shelves, with what it is to the caller. */
export const centre: QueryDefinition<AppCentreData> = {
  queryKey: centreKey,
  queryFn: ({ signal }) => call(catalogueApi.centre, { signal }),
}

/** Those that the caller may open, by shelf. */
export const openableAppsQuery: QueryDefinition<AppGroup[]> = {
  queryKey: [...catalogueKey, 'openable'],
  queryFn: ({ signal }) => call(catalogueApi.appList, { signal }),
}

const shortcutsQuery = (showDefault: 'true' | 'false'): QueryDefinition<Shortcut[]> => ({
  queryKey: [...shortcutKeys.lists, showDefault],
  queryFn: ({ signal }) => call(catalogueApi.getShortcut, { query: { showDefault }, signal }),
})
/** What somebody has saved, and what is shown: the usual ones to whoever has saved nothing. */
export const savedShortcutsQuery = shortcutsQuery('false')
export const shownShortcutsQuery = shortcutsQuery('true')

export const saveShortcuts = (keys: readonly string[]) =>
  call(catalogueApi.setShortcut, { body: keys.map((key, sort) => ({ key, sort })) })

/** Where an application is; asking counts as opening it. */
export const fetchAppUrl = async (key: string) => (await call(catalogueApi.open, { body: { key } })).url
