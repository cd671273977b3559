import { beforeDanger, tickedOf } from './act-items.ts'
import { countOf } from './use-list.ts'
import { everything, nothing, targetsOf } from './selection.ts'
import type { RowWithId } from './spec.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './selection-bar.module.css'

/** What is ticked and what can be done to it; it lies exactly on the table's header, so that no row moves. */
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
            `已选全部 ${total ? countOf(total) : ticked} ${spec.measure}（含未显示的）`
          ) : (
            <>
              已选 <strong>{ticked.toLocaleString()}</strong> {spec.measure}
            </>
          )}
        </span>
        {!isWhole && total && ticked < total.itemCount && (
          <button type="button" className={styles['act']} onClick={() => select(() => everything)}>
            {`选择全部 ${countOf(total)} 个结果`}
          </button>
        )}
        <span className={styles['rule']} />
        {actsOf(props.model).map(({ key, label, isDanger, start }) => (
          <button
            key={key}
            type="button"
            className={`${styles['act']} ${isDanger ? styles['danger'] : ''}`}
            onClick={start}
          >
            {label}
          </button>
        ))}
        <button type="button" className={`${styles['act']} ${styles['cancel']}`} onClick={() => select(() => nothing)}>
          取消<kbd className={styles['key']}>Esc</kbd>
        </button>
      </div>
    </div>
  )
}

interface TickedAct {
  key: string
  label: string
  isDanger?: boolean
  start: () => void
}

/** What can be done to what is ticked; taking it along is one of it. */
function actsOf<Row extends RowWithId, Detail extends Row, Values extends object>(
  model: ListModel<Row, Detail, Values>,
): TickedAct[] {
  const { asked, list, selection, ticked, actsOnTicked, acting, sheets } = model
  const acts = actsOnTicked.map((act) => ({
    key: act.key,
    label: act.label,
    isDanger: act.isDanger ?? false,
    start: () => acting.start(act, targetsOf(selection, asked), ticked, tickedOf(selection, list.page?.items)),
  }))
  const { takeAlong } = sheets
  return takeAlong ? beforeDanger<TickedAct>(acts, { key: 'export', label: '导出', start: takeAlong }) : acts
}
