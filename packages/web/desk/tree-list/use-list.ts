import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Page } from '#packages/contract/params.ts'
import { useLate } from '../use-late.ts'
import type { Place } from './address.ts'
import type { TreeListSpec } from './spec.ts'

export interface ListState<Row> {
  query: UseQueryResult<Page<Row>>
  /** Undefined while nothing is there to show. */
  page: Page<Row> | undefined
  /** Long enough under way that it should be seen. */
  isWaiting: boolean
}

/** One page of rows. Quick answers replace the rows before without a flicker; slow ones show that they are awaited. */
export function useList<Row, Detail>(
  { page }: TreeListSpec<Row, Detail>['list'],
  parentId: string | undefined,
  place: Place,
): ListState<Row> {
  const query = useQuery({
    ...page({ parentId: parentId ?? '', pageNumber: place.page, pageSize: place.size }),
    enabled: parentId !== undefined,
    placeholderData: keepPreviousData,
  })
  const isWaiting = useLate(query.isPending || query.isPlaceholderData)
  return { query, page: isWaiting ? undefined : query.data, isWaiting }
}
