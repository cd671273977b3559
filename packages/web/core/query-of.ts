import type { QueryKey } from '@tanstack/react-query'
import type { DataOf } from '#packages/contract/route.ts'
import { call, type AnyRoute, type CallArguments } from './call.ts'
import type { QueryDefinition } from './query-client.ts'

/**
 * The query of a route, with the path and the values in its cache key. Whoever invalidates `key` reloads it too, so
 * `key` is that of the data that it depends on.
 */
export function queryOf<R extends AnyRoute>(
  key: QueryKey,
  route: R,
  ...[options]: CallArguments<R>
): QueryDefinition<DataOf<R>> {
  const { query, body } = (options ?? {}) as { query?: unknown; body?: unknown }
  return {
    queryKey: [...key, route.path, query ?? body ?? null],
    queryFn: ({ signal }) => call(route, ...([{ ...options, signal }] as CallArguments<R>)),
  }
}
