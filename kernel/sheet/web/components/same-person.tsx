import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import type { BatchRow, TargetColumn } from '../../contract.ts'
import { fixRows } from '../queries.ts'
import { rowStateLabels } from '../import-labels.ts'
import type { CheckProps } from './use-check.ts'
import styles from './same-person.module.css'

/** Whether these rows are identity questions: then both records are shown instead of the grid. */
export const asksForIdentity = (rows: readonly BatchRow[], kind: string | null) =>
  rows.some(({ issues }) => issues.some((issue) => issue.kind === kind && issue.known !== null))

interface Props extends CheckProps {
  rows: readonly BatchRow[]
}

/** Row by row: the file, the stored record, and the three answers. */
export function SamePerson(props: Props) {
  return (
    <ul className={styles['list']} aria-label="是否为同一人" data-goes-on="">
      {props.rows.map((row) => (
        <Question key={row.row} {...props} row={row} />
      ))}
    </ul>
  )
}

function Question({ batch, facts, check: { view, repairs }, row }: Omit<Props, 'rows'> & { row: BatchRow }) {
  const issue = row.issues.find(({ kind }) => kind === view.kind)
  const name = getRowName(facts.columns, row)
  if (!issue) {
    return (
      <li className={styles['answered']}>
        <strong>{name}</strong>
        <span>{`第 ${formatNumber(row.row)} 行`}</span>
        <span>{rowStateLabels[row.state]}</span>
      </li>
    )
  }
  return (
    <li className={styles['question']}>
      <p className={styles['why']}>
        <strong>{name}</strong>
        <span>{issue.message}</span>
      </p>
      {issue.known && <Records columns={facts.columns} row={row} known={issue.known} />}
      <div className={styles['answers']}>
        {issue.fixes.map((fix, at) => (
          <Button
            key={fix.key}
            type={at === 0 && issue.known ? 'primary' : 'default'}
            aria-label={`第 ${row.row} 行，${fix.label}`}
            disabled={repairs.isBusy}
            onClick={() => void repairs.change(() => fixRows(batch.id, issue.kind, fix.key, [row.row]))}
          >
            {fix.label}
          </Button>
        ))}
      </div>
    </li>
  )
}

const getRowName = (columns: readonly TargetColumn[], { cells }: BatchRow) =>
  columns
    .filter(({ isName }) => isName)
    .map(({ key }) => cells[key])
    .filter(Boolean)
    .join(' ') || '（未填姓名）'

interface RecordsProps {
  columns: readonly TargetColumn[]
  row: BatchRow
  known: Readonly<Record<string, string>>
}

function Records({ columns, row, known }: RecordsProps) {
  const shown = columns.filter(({ key }) => known[key])
  return (
    <table className={styles['records']}>
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">{`文件第 ${formatNumber(row.row)} 行`}</th>
          <th scope="col">系统中</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ key, title }) => (
          <tr key={key} data-differs={valuesDiffer(row.cells[key] ?? '', known[key]!) ? '' : undefined}>
            <th scope="row">{title}</th>
            <td>{row.cells[key] || '—'}</td>
            <td>{known[key]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Masked values and month-only dates are not compared. */
const valuesDiffer = (one: string, other: string) => {
  const isPart = /[*•●＊]/.test(one + other) || one.startsWith(other) || other.startsWith(one)
  return one !== '' && !isPart
}
