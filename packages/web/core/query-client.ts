import { QueryClient, type QueryKey } from '@tanstack/react-query'

/** How something is read: the key it is kept under, and the call. */
export interface QueryDefinition<Data> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
}

/** `call` tries again by itself, and it knows better than the browser's online flag whether there is an answer. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
