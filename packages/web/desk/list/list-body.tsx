import type { ReactNode } from 'react'
import { getCutNote } from '#packages/web/core/list/cut-note.ts'
import { getCreateLabel, getEmptyTitle } from '#packages/web/core/list/noun.ts'
import { Button } from '../button.tsx'
import { PageState, StaleBar } from '../page-state.tsx'
import { isNarrowed } from './list-state.ts'
import type { RowWithId } from './list-spec.ts'
import type { ListHead } from './list-head.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './list-body.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  head: ListHead | undefined
  /** Renders the rows; undefined while they load. */
  children: (rows: readonly Row[] | undefined) => ReactNode
}

/** The rows, or why there are none. */
export function ListBody<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, head, children } = props
  const { list, refresh, listState, move } = model
  const { query, page } = list
  const retry = () => void refresh()
  const error = head?.error ?? (page ? undefined : query.error)
  if (error) return <PageState status="failed" error={error} onRetry={retry} />
  if (head?.instead) return head.instead
  if (page?.itemCount === 0) {
    if (!isNarrowed(listState)) return <Empty {...props} />
    return <PageState status="noMatch" title="没有符合条件的内容" onClear={() => move({ filter: {} })} />
  }
  return (
    <>
      {query.isError && <StaleBar since={query.dataUpdatedAt} onRetry={retry} />}
      {page?.isCut && <CutNote shown={page.itemCount} />}
      {children(page?.items)}
    </>
  )
}

/** A search found more than it lists. */
const CutNote = ({ shown }: { shown: number }) => (
  <p className={styles['cut']} role="status">
    {getCutNote(shown)}
  </p>
)

/** Nothing was created yet: why, and the next step. */
function Empty<Row extends RowWithId, Detail extends Row, Values extends object>(props: Props<Row, Detail, Values>) {
  const { spec, rowForm, importExport } = props.model
  const { noun, empty, create } = spec
  const emptyText = typeof empty === 'function' ? empty(props.head?.name ?? '') : empty
  const make = rowForm.canCreate && <Button onClick={rowForm.create}>{getCreateLabel(noun, create)}</Button>
  const bring = importExport.openImport && <Button onClick={importExport.openImport}>导入</Button>
  const next =
    make || bring ? (
      <>
        {make}
        {bring}
      </>
    ) : (
      props.head?.next
    )
  return <PageState status="empty" {...emptyText} title={getEmptyTitle(noun, emptyText)} next={next} />
}
