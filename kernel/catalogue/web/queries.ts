import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { catalogueApi } from '../contract.ts'

const catalogueKey = ['catalogue', 'use'] as const
const centreKey = [...catalogueKey, 'centre'] as const
/** The query keys that change when shortcuts are saved. */
export const shortcutKeys = { centre: centreKey, lists: [...catalogueKey, 'shortcuts'] as const }

export type AppCentreData = DataOf<typeof catalogueApi.centre>
/** All published applications with their state for the caller. */
export const centre: QueryDefinition<AppCentreData> = {
  queryKey: centreKey,
  queryFn: ({ signal }) => call(catalogueApi.centre, { signal }),
}

/** The applications that the caller may open, by category. */
export const openableAppsQuery = queryOf(catalogueKey, catalogueApi.appList)

const shortcutsQuery = (showDefault: 'true' | 'false') =>
  queryOf(shortcutKeys.lists, catalogueApi.getShortcut, { query: { showDefault } })
/** The saved shortcuts, and the shown ones, which are defaults when nothing is saved. */
export const savedShortcutsQuery = shortcutsQuery('false')
export const shownShortcutsQuery = shortcutsQuery('true')

export const saveShortcuts = (keys: readonly string[]) =>
  call(catalogueApi.setShortcut, { body: keys.map((key, sort) => ({ key, sort })) })

/** The address of an application; the request counts as opening it. */
export const fetchAppUrl = async (key: string) => (await call(catalogueApi.open, { body: { key } })).url
