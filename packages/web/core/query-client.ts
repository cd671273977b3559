import { QueryClient, type QueryKey } from '@tanstack/react-query'

/** A query: its cache key, and the call. */
export interface QueryDefinition<Data> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/** `call` retries itself, and detects a missing connection better than the browser's online flag. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
