import { getBareMeasure } from '#packages/web/core/list/noun.ts'
import { insertBeforeDanger, listTickedRows } from './action-items.ts'
import { formatCount } from './use-list.ts'
import { allSelected, noSelection, getTargets } from './selection.ts'
import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './selection-bar.module.css'

/** The selection and its actions; it lies exactly on the table's header, so that no row moves. */
export function SelectionBar<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
}) {
  const { spec, list, selection, select, ticked } = props.model
  const total = list.counted
  const isWhole = selection.isAll && selection.ids.size === 0
  return (
    <div className={styles['over']}>
      <div className={styles['bar']} role="group" aria-label="批量操作">
        <span role="status">
          {isWhole ? (
            `已选全部 ${total ? formatCount(total) : ticked} ${getBareMeasure(spec.noun)}（含未显示的）`
          ) : (
            <>
              已选 <strong>{ticked.toLocaleString()}</strong> {getBareMeasure(spec.noun)}
            </>
          )}
        </span>
        {!isWhole && total && ticked < total.itemCount && (
          <button type="button" className={styles['act']} onClick={() => select(() => allSelected)}>
            {`选择全部 ${formatCount(total)} 个结果`}
          </button>
        )}
        <span className={styles['rule']} />
        {listBarActions(props.model).map(({ key, label, isDanger, start }) => (
          <button
            key={key}
            type="button"
            className={`${styles['act']} ${isDanger ? styles['danger'] : ''}`}
            onClick={start}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          className={`${styles['act']} ${styles['cancel']}`}
          onClick={() => select(() => noSelection)}
        >
          取消<kbd className={styles['key']}>Esc</kbd>
        </button>
      </div>
    </div>
  )
}

interface BulkAction {
  key: string
  label: string
  isDanger?: boolean
  start: () => void
}

/** The actions on the selection, including the export. */
function listBarActions<Row extends RowWithId, Detail extends Row, Values extends object>(
  model: ListModel<Row, Detail, Values>,
): BulkAction[] {
  const { listFilter, list, selection, ticked, bulkActions, actionRunner, importExport } = model
  const actions = bulkActions.map((action) => ({
    key: action.key,
    label: action.label,
    isDanger: action.isDanger ?? false,
    start: () =>
      actionRunner.start(
        action,
        getTargets(selection, listFilter),
        ticked,
        listTickedRows(selection, list.page?.items),
      ),
  }))
  const { openExport } = importExport
  return openExport
    ? insertBeforeDanger<BulkAction>(actions, { key: 'export', label: '导出', start: openExport })
    : actions
}
