import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { Reading } from '#packages/web/core/query-client.ts'
import { catalogueApi, type AppGroup, type Shortcut } from '../contract.ts'

const useKey = ['catalogue', 'use'] as const
const centreKey = [...useKey, 'centre'] as const
/** What changes as soon as somebody saves other shortcuts, here or there. */
export const shortcutKeys = { centre: centreKey, lists: [...useKey, 'shortcuts'] as const }

export type Centre = DataOf<typeof catalogueApi.centre>
/** All that is on the shelves, with what it is to the caller. */
export const centre: Reading<Centre> = {
  queryKey: centreKey,
  queryFn: ({ signal }) => call(catalogueApi.centre, { signal }),
}

/** Those that the caller may open, by shelf. */
export const openable: Reading<AppGroup[]> = {
  queryKey: [...useKey, 'openable'],
  queryFn: ({ signal }) => call(catalogueApi.appList, { signal }),
}

const shortcuts = (showDefault: 'true' | 'false'): Reading<Shortcut[]> => ({
  queryKey: [...shortcutKeys.lists, showDefault],
  queryFn: ({ signal }) => call(catalogueApi.getShortcut, { query: { showDefault }, signal }),
})
/** What somebody has saved, and what is shown: the usual ones to whoever has saved nothing. */
export const savedShortcuts = shortcuts('false')
export const shownShortcuts = shortcuts('true')

export const saveShortcuts = (keys: readonly string[]) =>
  call(catalogueApi.setShortcut, { body: keys.map((key, sort) => ({ key, sort })) })

/** Where an application is; asking counts as opening it. */
export const addressOf = async (key: string) => (await call(catalogueApi.open, { body: { key } })).url
