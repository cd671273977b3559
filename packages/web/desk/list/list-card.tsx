import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { getBareMeasure, getCountedNoun } from '#packages/web/core/list/noun.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import dots from '../dot-separated.module.css'
import { PageSizeSelect } from '../page-size-select.tsx'
import { Pager } from '../pager.tsx'
import { listQuickActions } from './action-items.ts'
import { listChosenColumns, useColumnChoice } from './column-choice.ts'
import { ColumnSettings } from './column-settings.tsx'
import { DensityButton, useDensity } from './density.tsx'
import { FilterLine } from './filter-line.tsx'
import { ListBody } from './list-body.tsx'
import type { ListHead } from './list-head.ts'
import { RefreshTool } from './list-tools.tsx'
import { pageSizes } from './list-state.ts'
import { RowTable } from './row-table.tsx'
import type { RowWithId } from './list-spec.ts'
import { formatTotal } from './use-list.ts'
import type { ListModel } from './use-list-model.ts'
import { fitTable, useWidth } from './table-widths.ts'
import styles from './list-card.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  head?: ListHead | undefined
}

/** The list on a wide screen: filters, rows, pager. */
export function ListCard<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, head } = props
  const { spec, list, refresh } = model
  const { unit = getCountedNoun(spec.noun) } = spec
  const [density, setDensity] = useDensity()
  const [choice, setChoice] = useColumnChoice(spec.key)
  const [width, measure] = useWidth()
  const visibleColumns = useVisibleColumns(model)
  const chosenColumns = useMemo(() => listChosenColumns(visibleColumns, choice), [visibleColumns, choice])
  const { columns, widths } = useFit(model, chosenColumns, width)
  const dropped = chosenColumns.filter(({ key }) => columns.every((column) => column.key !== key)).map(({ key }) => key)
  const tools = (
    <>
      <RefreshTool isTurning={list.query.isRefetching} onClick={() => void refresh()} />
      <DensityButton density={density} onChange={setDensity} />
      <ColumnSettings
        first={spec.name.title}
        columns={visibleColumns}
        choice={choice}
        onChange={setChoice}
        dropped={dropped}
      />
    </>
  )
  return (
    <section className={styles['card']} aria-label={head?.name ?? unit}>
      {head && (
        <header className={styles['head']}>
          {head.name && <h2 className={styles['title']}>{head.name}</h2>}
          <p className={`${styles['about']} ${dots['dotted']}`}>
            {head.about && <span>{head.about}</span>}
            {list.counted && <span>{formatTotal(list.counted, spec, unit)}</span>}
          </p>
          {head.aside}
          <div className={`${styles['tools']} no-print`}>
            {head.tools}
            {tools}
          </div>
        </header>
      )}
      <FilterLine model={model} tools={head ? undefined : tools} />
      <ListBody model={model} head={head}>
        {(rows) => (
          <RowTable model={model} rows={rows} columns={columns} widths={widths} density={density} measure={measure} />
        )}
      </ListBody>
      <Foot {...props} />
    </section>
  )
}

/** The columns that apply to the current node; the same array as long as they are the same. */
function useVisibleColumns<Row extends RowWithId, Detail extends Row, Values extends object>({
  spec,
  context,
}: ListModel<Row, Detail, Values>) {
  const hiddenKeys = spec.columns.filter(({ when }) => when && !when(context)).map(({ key }) => key)
  const names = hiddenKeys.join()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `names` represents `hiddenKeys`
  return useMemo(() => spec.columns.filter(({ key }) => !hiddenKeys.includes(key)), [spec, names])
}

function useFit<Row extends RowWithId, Detail extends Row, Values extends object>(
  { spec, actions, canTick: hasTick, rowForm }: ListModel<Row, Detail, Values>,
  chosenColumns: ReturnType<typeof listChosenColumns<Row>>,
  width: number,
) {
  const isBig = useBigText()
  const hasMenu = actions.length > 0
  const hasEdit = rowForm.mayEdit || listQuickActions({ actions, rowForm }).length > 0
  // The same columns as long as nothing about them changed, because rows re-render when they differ.
  return useMemo(
    () =>
      fitTable(chosenColumns, width, {
        hasTick,
        hasEdit,
        hasMenu,
        isBig,
        name: spec.name.width,
        wideName: spec.name.wideWidth,
      }),
    [chosenColumns, width, hasTick, hasEdit, hasMenu, isBig, spec],
  )
}

function Sums({ of }: { of: QueryDefinition<readonly string[]> }) {
  const { data = [] } = useQuery(of)
  return data.map((sum) => <span key={sum}>{sum}</span>)
}

function Foot<Row extends RowWithId, Detail extends Row, Values extends object>({ model }: Props<Row, Detail, Values>) {
  const { spec, list, listState, move } = model
  const { counted, query } = list
  if (counted ? counted.itemCount === 0 : query.isError) return null
  return (
    <footer className={styles['foot']}>
      <span className={styles['sums']}>
        <span>{counted && `共 ${formatTotal(counted, spec, getBareMeasure(spec.noun))}`}</span>
        {counted && spec.sums && <Sums of={spec.sums(model.listFilter)} />}
      </span>
      <Pager
        current={listState.page}
        pageSize={listState.size}
        // Until the total is known: up to this page. The line is there from the start, so that nothing moves.
        total={counted?.itemCount ?? listState.page * listState.size}
        onChange={(page) => move({ page, open: undefined })}
      >
        <PageSizeSelect sizes={pageSizes} value={listState.size} onChange={(size) => move({ size, open: undefined })} />
      </Pager>
    </footer>
  )
}
