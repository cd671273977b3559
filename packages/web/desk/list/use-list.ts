import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#packages/contract/params.ts'
import { useLate } from '../use-late.ts'
import type { ListQuery, ListSpec, RowWithId } from './list-spec.ts'

export interface ListResult<Row> {
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
 * The rows of one node never stand under the name of another. Undefined: it is not yet known what to ask for.
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

/** How many there are; beyond ten thousand nobody counts. */
export const formatCount = ({ itemCount, more }: { itemCount: number; more?: boolean | undefined }) =>
  `${itemCount.toLocaleString()}${more ? '+' : ''}`

/** The same in words, with the unit of the list. */
export const formatTotal = <Row extends RowWithId>(
  page: Page<Row>,
  { total }: Pick<ListSpec<Row>, 'total'>,
  unit: string,
) => total?.(page) ?? `${formatCount(page)} ${unit}`
