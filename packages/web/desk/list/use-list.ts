import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#packages/contract/params.ts'
import { useLate } from '../use-late.ts'
import type { ListQuery, ListSpec, RowWithId } from './list-spec.ts'

export interface ListResult<Row> {
  query: UseQueryResult<Page<Row>>
  /** Undefined while there is nothing to show. */
  page: Page<Row> | undefined
  /** The last loaded page of this node, for its counts: the pager does not move while pages are turned. */
  counted: Page<Row> | undefined
  /** Loading long enough to be shown. */
  isWaiting: boolean
}

/**
 * One page of rows. Quick answers replace the rows without a flicker; slow ones show a loading state. The rows of one
 * node are never shown under the name of another. Undefined: the filter is not known yet.
 */
export function useList<Row extends RowWithId>(
  { page }: Pick<ListSpec<Row>, 'page'>,
  listQuery: ListQuery | undefined,
  isWaitingForView: boolean,
): ListResult<Row> {
  const query = useQuery({ ...page(listQuery ?? emptyQuery), enabled: listQuery !== undefined })
  const node = listQuery?.node
  const [last, setLast] = useState<{ of: typeof node; data: Page<Row> }>()
  if (query.data && query.data !== last?.data) setLast({ of: node, data: query.data })
  const counted = isWaitingForView ? undefined : (query.data ?? (last?.of === node ? last?.data : undefined))
  const isWaiting = useLate(query.isPending)
  const stays = query.isPending && !isWaiting
  return { query, page: stays ? counted : isWaitingForView ? undefined : query.data, counted, isWaiting }
}

const emptyQuery: ListQuery = { node: null, below: false, filter: {}, sort: null, pageNumber: 1, pageSize: 1 }

/** The total; above ten thousand it is not counted exactly. */
export const formatCount = ({ itemCount, more }: { itemCount: number; more?: boolean | undefined }) =>
  `${itemCount.toLocaleString()}${more ? '+' : ''}`

/** The total as text, with the unit of the list. */
export const formatTotal = <Row extends RowWithId>(
  page: Page<Row>,
  { total }: Pick<ListSpec<Row>, 'total'>,
  unit: string,
) => total?.(page) ?? `${formatCount(page)} ${unit}`
