import type { ReactNode } from 'react'
import { PageState } from './page-state.tsx'

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** While it loads, instead of the usual lines. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** The data of a query, or its state: loading, or failed with a retry. Old data stays when a reload fails. */
export function QueryState<Data>({ query: { data, error, refetch }, loading, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  return loading ?? <PageState status="loading" />
}
