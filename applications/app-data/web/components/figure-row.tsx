import { InfoCircleOutlined } from '@ant-design/icons'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import type { DataCell, DataColumn } from '../../contract.ts'
import { formatChange, formatComplete } from '../cell-text.ts'
import type { Range } from '../data-queries.ts'
import { ListButton } from './list-button.tsx'
import styles from './figure-row.module.css'

interface Props {
  columns: readonly DataColumn[]
  figures: Readonly<Record<string, DataCell>>
  range: Range
  /** The metric of the trend. */
  shown: string
  onExplain: (code: string) => void
}

/** One figure for each metric of the application; pressing one shows its days. */
export const FigureRow = ({ columns, figures, range, shown, onExplain }: Props) => (
  <ul className={styles['figures']}>
    {columns.map((column) => {
      const cell = figures[column.code]
      return (
        cell && (
          <li key={column.code} className={styles['figure']} data-shown={column.code === shown}>
            <Figure column={column} cell={cell} isShown={column.code === shown} />
            <span className={styles['foot']}>
              <span>{describe(cell)}</span>
              <ListButton code={column.code} title={column.title} range={range} />
              <Button
                type="text"
                size="small"
                icon={<Glyph of={InfoCircleOutlined} />}
                aria-label={`${column.title}的口径`}
                title="口径"
                onClick={() => onExplain(column.code)}
              />
            </span>
          </li>
        )
      )
    })}
  </ul>
)

function Figure({ column, cell, isShown }: { column: DataColumn; cell: DataCell; isShown: boolean }) {
  const setParams = useSetParams()
  return (
    <button
      type="button"
      className={styles['press']}
      aria-pressed={isShown}
      onClick={() => setParams({ code: column.code }, { replace: true })}
    >
      <span className={styles['name']}>{column.title}</span>
      <span className={styles['value']}>
        {cell.value === null ? (
          <span className={styles['unit']}>{cell.isMasked ? '人数过少，不显示' : '暂无数据'}</span>
        ) : (
          <>
            {formatNumber(cell.value)} <span className={styles['unit']}>{column.unit}</span>
          </>
        )}
      </span>
    </button>
  )
}

/** 比 11-18 +3，上报 148/150 */
function describe(cell: DataCell): string {
  const complete = formatComplete(cell)
  return [formatChange(cell), complete && `上报 ${complete}`].filter(Boolean).join('，')
}
