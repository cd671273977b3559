import { useRouteError } from 'react-router'
import { PageState } from '#packages/web/desk/page-state.tsx'

/** A page that broke, inside a shell that did not. Its code may be of a release that is gone: a reload fetches the new one. */
export function PageError() {
  const error = useRouteError()
  return <PageState status="failed" error={error} onRetry={() => location.reload()} />
}
