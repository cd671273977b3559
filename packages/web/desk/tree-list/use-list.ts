import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#packages/contract/params.ts'
import { useLate } from '../use-late.ts'
import type { Place } from './address.ts'
import type { TreeListSpec } from './spec.ts'

export interface ListState<Row> {
  query: UseQueryResult<Page<Row>>
  /** Undefined while nothing is there to show. */
  page: Page<Row> | undefined
  /** The last page of this node that came, for its counts: the pager stays in its place while one turns pages. */
  counted: Page<Row> | undefined
  /** Long enough under way that it should be seen. */
  isWaiting: boolean
}

/**
 * One page of rows. Quick answers replace the rows before without a flicker; slow ones show that they are awaited.
 * The rows of one node never stand under the name of another.
 */
export function useList<Row, Detail>(
  { page }: TreeListSpec<Row, Detail>['list'],
  parentId: string | undefined,
  place: Place,
): ListState<Row> {
  const query = useQuery({
    ...page({ parentId: parentId ?? '', pageNumber: place.page, pageSize: place.size }),
    enabled: parentId !== undefined,
  })
  const [last, setLast] = useState<{ of: string | undefined; data: Page<Row> }>()
  if (query.data && query.data !== last?.data) setLast({ of: parentId, data: query.data })
  const counted = query.data ?? (last?.of === parentId ? last?.data : undefined)
  const isWaiting = useLate(query.isPending)
  const stays = query.isPending && !isWaiting
  return { query, page: stays ? counted : query.data, counted, isWaiting }
}
