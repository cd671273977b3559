import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { PageState, StaleBar } from '../page-state.tsx'
import { isNarrowed } from './place.ts'
import type { RowWithId } from './spec.ts'
import type { Head } from './head.ts'
import type { ListModel } from './use-list-model.ts'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  head: Head | undefined
  /** Draws the rows; undefined while they are awaited. */
  children: (rows: readonly Row[] | undefined) => ReactNode
}

/** The rows, or why there are none. */
export function ListBody<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, head, children } = props
  const { list, refresh, place, move } = model
  const { query, page } = list
  const retry = () => void refresh()
  const error = head?.error ?? (page ? undefined : query.error)
  if (error) return <PageState status="failed" error={error} onRetry={retry} />
  if (head?.instead) return head.instead
  if (page?.itemCount === 0) {
    if (!isNarrowed(place)) return <Empty {...props} />
    return <PageState status="noMatch" title="没有符合条件的内容" onClear={() => move({ filter: {} })} />
  }
  return (
    <>
      {query.isError && <StaleBar since={query.dataUpdatedAt} onRetry={retry} />}
      {children(page?.items)}
    </>
  )
}

/** Nothing was made yet: why, and the next step. */
function Empty<Row extends RowWithId, Detail extends Row, Values extends object>(props: Props<Row, Detail, Values>) {
  const { spec, filling, sheets } = props.model
  const { empty, create } = spec
  const words = typeof empty === 'function' ? empty(props.head?.name ?? '') : empty
  const make = filling.canCreate && <Button onClick={filling.create}>{create?.label}</Button>
  const bring = sheets.bringIn && <Button onClick={sheets.bringIn}>导入</Button>
  const next =
    make || bring ? (
      <>
        {make}
        {bring}
      </>
    ) : (
      props.head?.next
    )
  return <PageState status="empty" {...words} next={next} />
}
