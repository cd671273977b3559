import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { SheetGrid } from '#packages/web/desk/sheet-grid/sheet-grid.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { BatchRow } from '../../contract.ts'
import { fixRows, rowsAtOnce, rowsQuery } from '../queries.ts'
import { CheckHead } from './check-head.tsx'
import { buildGridColumns, toGridRow } from './check-rows.ts'
import type { CheckProps } from './use-check.ts'
import { ReplaceLine } from './replace-line.tsx'
import { asksForIdentity, SamePerson } from './same-person.tsx'
import styles from './check-pane.module.css'

/** The result of the check and the rows. */
export function CheckPane(props: CheckProps) {
  const { batch, summary, check } = props
  const { view, repairs } = check
  const group = summary.groups.find(({ kind }) => kind === view.kind)
  const { data, isError, error, refetch } = useRows(props)
  return (
    <section className={styles['card']} aria-label="数据行" data-rows="">
      <CheckHead {...props} group={group} rows={data?.items ?? []} />
      {group && data && (
        <ReplaceLine batch={batch} group={group} repairs={repairs} facts={props.facts} rows={data.items} />
      )}
      {data ? (
        <Rows {...props} rows={data.items} total={data.itemCount} column={group?.column ?? getIssueColumn(view.kind)} />
      ) : (
        <div className={styles['awaited']}>
          {isError ? (
            <PageState status="failed" error={error} onRetry={() => void refetch()} />
          ) : (
            <PageState status="loading" widths={[88, 92, 84, 90, 86, 91, 80]} />
          )}
        </div>
      )}
    </section>
  )
}

/** The column of a group, also after the group became empty. */
const getIssueColumn = (kind: string | null) => kind?.split(':')[0]

export function useRows({ batch, check: { view, repairs } }: CheckProps) {
  const { kind, state, isAll, page } = view
  const query = isAll ? { kind: null, state: null, page } : { kind, state, page }
  return useQuery(rowsQuery(batch.id, query, repairs.keptRows))
}

interface RowsProps extends CheckProps {
  rows: readonly BatchRow[]
  total: number
  column: string | undefined
}

function Rows(props: RowsProps) {
  const { batch, facts, check, rows, total, column } = props
  const { view, show, repairs, grid, isEager, goToNextGroup } = check
  const toast = useToast()
  const isLast = view.page * rowsAtOnce >= total
  const turnOn = () => {
    show({ ...view, page: view.page + 1 }, true)
    return true
  }
  return (
    <>
      {rows.length === 0 ? (
        <div className={styles['awaited']}>
          <PageState status="empty" title="没有这样的行" text="请在左侧选择其他类别。" />
        </div>
      ) : asksForIdentity(rows, view.kind) ? (
        <SamePerson {...props} />
      ) : (
        <SheetGrid
          ref={grid}
          label="导入的数据"
          columns={buildGridColumns(batch, facts, { wrong: column, changed: view.state === 'changed' ? rows : [] })}
          rows={rows.map((row) => toGridRow(row, facts, { pending: repairs.pending, kind: view.kind }))}
          rowCount={total}
          rowsBefore={(view.page - 1) * rowsAtOnce}
          isFixed={view.state === 'skipped'}
          isEager={isEager}
          onChange={repairs.write}
          onFix={({ row }, { kind }, { key }) => void repairs.change(() => fixRows(batch.id, kind, key, [row]))}
          onUndo={repairs.undo}
          onPastLast={() => (isLast || view.isAll ? goToNextGroup() : turnOn())}
          onCut={(count) => toast.error(`超出表格的 ${count} 行没有粘贴`)}
        />
      )}
      <div className={styles['foot']}>
        <p>
          {view.isAll
            ? `全部 ${formatNumber(total)} 行`
            : view.kind === null
              ? `共 ${formatNumber(total)} 行`
              : `本类 ${formatNumber(total)} 行，只显示有错的行`}
        </p>
        {total > rowsAtOnce && (
          <Pager current={view.page} pageSize={rowsAtOnce} total={total} onChange={(page) => show({ ...view, page })} />
        )}
        {view.kind !== null && (
          <span className={styles['all']}>
            <Checkbox isOn={view.isAll} onChange={() => show({ ...view, isAll: !view.isAll, page: 1 })}>
              {`显示全部 ${formatNumber(batch.rowCount)} 行`}
            </Checkbox>
          </span>
        )}
        <span className={styles['working']} role="status">
          {repairs.isBusy && '正在保存'}
        </span>
      </div>
    </>
  )
}
