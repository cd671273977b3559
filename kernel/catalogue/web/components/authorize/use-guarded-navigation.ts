import { usePageSearch, type SearchParams } from '#packages/web/desk/page-search.tsx'
import { useUnsavedGuard } from '#packages/web/desk/split-page/use-unsaved-guard.tsx'

export interface GuardedNavigation {
  /** `onLeft` is called when nothing holds back any more. */
  go: (params: SearchParams, onLeft?: () => void) => void
}

/** Asks before leaving a tab, application or organisation with unsaved changes. */
export function useGuardedNavigation() {
  const { setSearch } = usePageSearch()
  const guard = useUnsavedGuard()
  // Replaces all parameters: those of the previous view do not apply to the next one.
  const go: GuardedNavigation['go'] = (params, onLeft) =>
    guard.leave(() => {
      onLeft?.()
      setSearch(() => new URLSearchParams(Object.entries(params).filter((part): part is [string, string] => !!part[1])))
    })
  return { go, guard }
}
