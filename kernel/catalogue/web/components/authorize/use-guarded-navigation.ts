import { usePageSearch, type SearchParams } from '#packages/web/desk/page-search.tsx'
import { useUnsavedGuard } from '#packages/web/desk/split-page/use-unsaved-guard.tsx'

export interface GuardedNavigation {
  go: (params: SearchParams) => void
}

/** Asks before leaving a tab, application or organisation with unsaved changes. */
export function useGuardedNavigation() {
  const { setSearch } = usePageSearch()
  const guard = useUnsavedGuard()
  // Replaces all parameters: those of the previous view do not apply to the next one.
  const go = (params: SearchParams) =>
    guard.leave(() =>
      setSearch(
        () => new URLSearchParams(Object.entries(params).filter((part): part is [string, string] => !!part[1])),
      ),
    )
  return { go, guard }
}
