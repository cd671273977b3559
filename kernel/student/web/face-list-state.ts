import { useCallback, useMemo } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { faceStates, type FaceState } from '../contract.ts'

/** The state of the photo wall in the URL. */
export interface FaceListState {
  node: string | undefined
  state: FaceState | undefined
  page: number
  /** The zip task whose outcome is open. */
  upload: string | undefined
}

function parseFaceListState(search: URLSearchParams): FaceListState {
  const state = search.get('state') ?? ''
  const page = Number(search.get('page') ?? 1)
  return {
    node: search.get('node') ?? undefined,
    state: state in faceStates ? (state as FaceState) : undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    upload: search.get('upload') ?? undefined,
  }
}

export function useFaceListState() {
  const { search, setSearch } = usePageSearch()
  const listState = useMemo(() => parseFaceListState(search), [search])
  const move = useCallback(
    (change: Partial<FaceListState>) =>
      setSearch((before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ ...parseFaceListState(before), ...change })) {
          if (value === undefined || (name === 'page' && value === 1)) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      }),
    [setSearch],
  )
  return { listState, move }
}
