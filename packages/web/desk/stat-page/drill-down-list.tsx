import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { getBareMeasure, getEmptyTitle } from '#packages/web/core/list/noun.ts'
import type { DrillDownListProps } from '#packages/web/core/module.ts'
import { createListQuery, parseListState } from '../list/list-state.ts'
import type { Column, ListSpec, RowWithId } from '../list/list-spec.ts'
import { fitTable, useWidth } from '../list/table-widths.ts'
import { formatTotal } from '../list/use-list.ts'
import { Pager } from '../pager.tsx'
import { PageState } from '../page-state.tsx'
import styles from './drill-down-list.module.css'

type DrillDownListSpec<Row extends RowWithId> = Pick<
  ListSpec<Row>,
  'page' | 'name' | 'columns' | 'filters' | 'search' | 'isDeep' | 'noun' | 'total'
>

/** The rows of a list behind a number: the same query with the same filters as on the page of the list. */
export const defineDrillDownList = <Row extends RowWithId>(spec: DrillDownListSpec<Row>) =>
  function DrillDownList({ to }: DrillDownListProps) {
    // Another number starts at its first page.
    return <Rows key={to} spec={spec} to={to} />
  }

function Rows<Row extends RowWithId>({ spec, to }: DrillDownListProps & { spec: DrillDownListSpec<Row> }) {
  const state = parseListState(new URL(to, location.origin).searchParams, spec)
  const [pageNumber, setPageNumber] = useState(1)
  const query = useQuery({
    ...spec.page({ ...createListQuery(state.node, state), pageNumber }),
    placeholderData: keepPreviousData,
  })
  const [width, measure] = useWidth()
  const isBig = useBigText()
  const context = { node: state.node, isReady: true }
  const columns = fitDrawer(
    spec.columns.filter(({ when, hiddenByDefault }) => !hiddenByDefault && (when?.(context) ?? true)),
    { width, isBig, name: spec.name.width },
  )
  const { data, error, refetch } = query
  return (
    <div ref={measure} className={styles['rows']}>
      {error && !data ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageState status="loading" />
      ) : data.items.length === 0 ? (
        <PageState status="empty" title={getEmptyTitle(spec.noun, undefined)} />
      ) : (
        <>
          <p className={styles['total']} role="status">
            共 {formatTotal(data, spec, getBareMeasure(spec.noun))}
          </p>
          <table className={styles['table']} aria-busy={query.isPlaceholderData}>
            <thead>
              <tr>
                <th scope="col">{spec.name.title}</th>
                {columns.map(({ key, title, width: columnWidth, align }) => (
                  <th key={key} scope="col" style={{ width: columnWidth }} data-align={align}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.items.map((row) => (
                <tr key={row.id}>
                  <th scope="row" data-off={spec.name.isOff?.(row) ? '' : undefined}>
                    <Link to={spec.name.to?.(row) ?? addOpenRow(to, row.id)}>{spec.name.of(row)}</Link>
                  </th>
                  {columns.map(({ key, align, cell }) => (
                    <td key={key} data-align={align}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {data.pageCount > 1 && (
            <Pager
              isSimple
              current={pageNumber}
              pageSize={state.size}
              total={data.itemCount}
              onChange={setPageNumber}
            />
          )}
        </>
      )}
    </div>
  )
}

interface Room {
  width: number
  isBig: boolean
  name: number | undefined
}

/** A drawer has room for the first columns only, after those that a narrow table drops. */
function fitDrawer<Row>(columns: readonly Column<Row>[], { width, isBig, name }: Room): readonly Column<Row>[] {
  const parts = { hasTick: false, hasEdit: false, hasMenu: false, isBig, name }
  const fitted = fitTable(columns, width, parts)
  return fitted.widths.isTooNarrow && fitted.columns.length > 0
    ? fitDrawer(
        columns.filter(({ key }) => key !== fitted.columns.at(-1)!.key),
        { width, isBig, name },
      )
    : fitted.columns
}

/** The page of the list with this row open. */
function addOpenRow(to: string, id: string) {
  const { pathname, searchParams } = new URL(to, location.origin)
  searchParams.set('open', id)
  return `${pathname}?${searchParams.toString()}`
}
