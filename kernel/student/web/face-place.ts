import { useCallback, useMemo } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { faceStates, type FaceState } from '../contract.ts'

/** What the address of the wall says. */
export interface FacePlace {
  node: string | undefined
  state: FaceState | undefined
  page: number
  /** The task that goes through a zip: its outcome is open. */
  upload: string | undefined
}

function readPlace(search: URLSearchParams): FacePlace {
  const state = search.get('state') ?? ''
  const page = Number(search.get('page') ?? 1)
  return {
    node: search.get('node') ?? undefined,
    state: state in faceStates ? (state as FaceState) : undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    upload: search.get('upload') ?? undefined,
  }
}

export function useFacePlace() {
  const { search, setSearch } = usePageSearch()
  const place = useMemo(() => readPlace(search), [search])
  const move = useCallback(
    (change: Partial<FacePlace>) =>
      setSearch((before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ ...readPlace(before), ...change })) {
          if (value === undefined || (name === 'page' && value === 1)) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      }),
    [setSearch],
  )
  return { place, move }
}
