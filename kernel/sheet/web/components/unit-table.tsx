import { useState } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import type { BatchReport, TargetFacts } from '../../contract.ts'
import card from './card.module.css'
import styles from './unit-table.module.css'

const shownAtFirst = 8
type Unit = BatchReport['units'][number]
const figures = ['before', 'new', 'changed', 'now'] as const

/** The counts of each unit before, imported, and after. */
export function UnitTable({ report: { units }, facts }: { report: BatchReport; facts: TargetFacts }) {
  const [isWhole, setWhole] = useState(false)
  if (units.length === 0) return <div />
  // A single row is not folded.
  const shown = isWhole || units.length <= shownAtFirst + 1 ? units : units.slice(0, shownAtFirst)
  return (
    <div className={`${card['card']} ${styles['frame']}`}>
      <table className={styles['table']}>
        <caption className={styles['caption']}>各单位的变化</caption>
        <thead>
          <tr>
            <th scope="col">单位或部门</th>
            <th scope="col">导入前</th>
            <th scope="col">新增</th>
            <th scope="col">更新</th>
            <th scope="col">{facts.measure === '人' ? '现有人数' : '现有数量'}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((unit) => (
            <Line key={unit.name} unit={unit} name={unit.name || facts.orgName} />
          ))}
        </tbody>
        {units.length > 1 && (
          <tfoot>
            <Line unit={sumUnits(units)} name="合计" />
          </tfoot>
        )}
      </table>
      {shown.length < units.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {`另有 ${units.length - shown.length} 个单位`}
        </Button>
      )}
    </div>
  )
}

const Line = ({ unit, name }: { unit: Unit; name: string }) => (
  <tr>
    <th scope="row">{name}</th>
    {figures.map((figure) => (
      <td key={figure}>{figure !== 'now' && unit[figure] === 0 ? '—' : formatNumber(unit[figure])}</td>
    ))}
  </tr>
)

const sumUnits = (units: readonly Unit[]): Unit => {
  const sum = (figure: (typeof figures)[number]) => units.reduce((all, unit) => all + unit[figure], 0)
  return { name: '', before: sum('before'), new: sum('new'), changed: sum('changed'), now: sum('now') }
}
