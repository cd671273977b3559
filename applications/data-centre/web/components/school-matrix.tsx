import { Fragment } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Card } from '#packages/web/desk/board/card.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { cellStates, type Matrix } from '../../contract.ts'
import { matrixQuery } from '../figure-queries.ts'
import styles from './school-matrix.module.css'

type Column = Matrix['columns'][number]
type Cell = Matrix['rows'][number]['cells'][number]

const describeComplete = ({ complete: { reported, expected } }: Column) =>
  `${formatNumber(reported)}/${formatNumber(expected)}`

const formatCell = ({ state, value, isMasked }: Cell, { unit }: Column) => {
  if (isMasked) return '***'
  if (value === null) return state === 'missing' ? cellStates.missing : '—'
  return unit === '%' ? `${formatNumber(value)}%` : formatNumber(value)
}

/** The schools against the metrics of a day: reported, missing or closed; a cell is a link to the page of its number. */
export default function MatrixCard() {
  return (
    <Card
      reading={matrixQuery}
      count={({ rows }) => rows.length}
      meta={({ day }) => day}
      skeleton={<SkeletonLines widths={[90, 84, 88, 80, 86, 82]} />}
      readAloudText={({ columns }) =>
        columns.map((column) => `${column.title}，${describeComplete(column)} 已报`).join('。')
      }
    >
      {(data) => <Table {...data} />}
    </Card>
  )
}

const Table = ({ columns, rows }: Matrix) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles['frame']} role="region" aria-label="各校上报" tabIndex={0}>
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">单位</th>
          {columns.map((column) => (
            <th key={column.code} scope="col">
              {column.title}
              <span className={styles['complete']}>已报 {describeComplete(column)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ orgId, name, cells }) => (
          <tr key={orgId}>
            <th scope="row">{name}</th>
            {columns.map((column, at) => (
              <td key={column.code} data-state={cells[at]!.state} title={cellStates[cells[at]!.state]}>
                <CellContent cell={cells[at]!} column={column} name={name} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function CellContent({ cell, column, name }: { cell: Cell; column: Column; name: string }) {
  const text = formatCell(cell, column)
  if (!cell.url) return <Fragment>{text}</Fragment>
  return (
    <Link to={cell.url} aria-label={`${name} ${column.title} ${text}`}>
      {text}
    </Link>
  )
}
