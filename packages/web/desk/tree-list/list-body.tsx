import { Button } from 'antd'
import type { ReactNode } from 'react'
import { PageState, StaleBar } from '../page-state.tsx'
import type { PaneProps } from './pane-props.ts'

interface Props<Row, Detail> extends PaneProps<Row, Detail> {
  /** Draws the rows; undefined while they are awaited. */
  children: (rows: readonly Row[] | undefined) => ReactNode
}

/** The rows, or why there are none. */
export function ListBody<Row, Detail>({ spec, tree, list, move, refresh, children }: Props<Row, Detail>) {
  const { query, page } = list
  const retry = () => void refresh()
  const error = tree.error ?? (page ? undefined : query.error)
  if (error) return <PageState status="failed" error={error} onRetry={retry} />
  if (!tree.isThere) return <PageState status="empty" {...spec.tree.empty} />
  if (page?.itemCount === 0 && tree.chosen) {
    const { id } = tree.chosen
    const next = <Button onClick={() => move({ open: id })}>查看详情</Button>
    return <PageState status="empty" {...spec.list.empty(tree.chosen)} next={next} />
  }
  return (
    <>
      {query.isError && <StaleBar since={query.dataUpdatedAt} onRetry={retry} />}
      {children(page?.items)}
    </>
  )
}
