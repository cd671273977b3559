import { useRouteError } from 'react-router'
import { PageState } from '#packages/web/desk/page-state.tsx'

/** A page that failed, inside a working shell. Its code may belong to an old release: a reload fetches the new one. */
export function PageError() {
  const error = useRouteError()
  return <PageState status="failed" error={error} onRetry={() => location.reload()} />
}
