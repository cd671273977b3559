import type { QueryClient } from '@tanstack/react-query'
import type { CardShape } from '#packages/web/core/module.ts'
import { listRecentApps } from './centre-view.ts'
import { centre } from './queries.ts'

/** Returns 'none' when nothing was opened yet. */
export const getRecentCardShape = async (client: QueryClient): Promise<CardShape> =>
  listRecentApps(await client.fetchQuery(centre)).length > 0 ? 'card' : 'none'
