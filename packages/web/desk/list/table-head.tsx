import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import { nameKey } from './list-state.ts'
import { getTickedShare, toggleShownRows } from './selection.ts'
import type { Column, RowWithId, Sort } from './list-spec.ts'
import { Checkbox } from './checkbox.tsx'
import type { ListModel } from './use-list-model.ts'
import type { TableWidths } from './table-widths.ts'
import styles from './row-table.module.css'
import sortStyles from './sort-button.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  columns: readonly Column<Row>[]
  widths: TableWidths
  /** The ids of the visible rows. */
  shown: readonly string[]
}

/** The names of the columns. While rows are ticked the selection bar covers them, and only screen readers get them. */
export function TableHead<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, columns, widths, shown } = props
  const { spec, listState, move, selection, select, ticked } = model
  const share = getTickedShare(selection, shown)
  const isCovered = ticked > 0
  const sortBy = (key: string) => move({ sort: getNextSort(listState.sort, key) })
  return (
    <thead>
      <tr>
        {widths.tick > 0 && (
          <th scope="col" className={`${styles['tick']} no-print`} data-covered={isCovered ? '' : undefined}>
            <Checkbox
              label="选择本页"
              isOn={share === 'all'}
              isPartly={isCovered && share !== 'all'}
              onChange={() => select((before) => toggleShownRows(before, shown))}
            />
          </th>
        )}
        <HeadCell
          id={nameKey}
          title={spec.name.title}
          className={styles['first']!}
          sort={listState.sort}
          onSort={spec.name.sortable && !isCovered ? sortBy : undefined}
        />
        {columns.map(({ key, title, align, sortable }) => (
          <HeadCell
            key={key}
            id={key}
            title={title}
            className={align && styles[align]}
            sort={listState.sort}
            onSort={sortable && !isCovered ? sortBy : undefined}
          />
        ))}
        {widths.actions > 0 && (
          <th scope="col" className={`${styles['acts']} no-print`}>
            操作
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Ascending, then descending, then the default order. */
export function getNextSort(now: Sort | undefined, key: string): Sort | undefined {
  if (now?.key !== key) return { key, desc: false }
  return now.desc ? undefined : { key, desc: true }
}

interface CellProps {
  id: string
  title: string
  className: string | undefined
  sort: Sort | undefined
  onSort: ((key: string) => void) | undefined
}

function HeadCell({ id, title, className, sort, onSort }: CellProps) {
  const order = sort?.key === id ? (sort.desc ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" className={className} aria-sort={order}>
      {onSort ? (
        <button type="button" className={sortStyles['sort']} data-order={order} onClick={() => onSort(id)}>
          {title}
          <span className={`${sortStyles['carets']} no-print`}>
            <Glyph of={CaretUpFilled} />
            <Glyph of={CaretDownFilled} />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}
