import {
  ArrowRightOutlined,
  CheckOutlined,
  ExclamationCircleOutlined,
  MinusOutlined,
  QuestionCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { TargetFacts } from '../../contract.ts'
import { getFoldIndex, type MappingColumn, type Mapping } from './column-mapping.ts'
import card from './card.module.css'
import styles from './map-table.module.css'

interface Props {
  mapping: Mapping
  facts: TargetFacts
}

/** The columns of the file with samples and their mapping; cards on phones. */
export function MapTable({ mapping, facts }: Props) {
  const [isWhole, setWhole] = useState(false)
  const { columns, choose } = mapping
  const at = isWhole ? columns.length : getFoldIndex(columns)
  return (
    <div className={`${card['card']} ${styles['frame']}`}>
      <table className={styles['table']}>
        <caption className={styles['caption']}>字段匹配</caption>
        <colgroup>
          <col className={styles['letter']} />
          <col className={styles['heading']} />
          <col />
          <col className={styles['arrow']} />
          <col className={styles['field']} />
          <col className={styles['state']} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col">表头</th>
            <th scope="col">前几行内容</th>
            <th scope="col" className={styles['field']} colSpan={2}>
              系统字段
            </th>
            <th scope="col">匹配</th>
          </tr>
        </thead>
        <tbody>
          {columns.slice(0, at).map((column) => (
            <ColumnRow key={column.at} column={column} facts={facts} onChoose={(key) => choose(column.at, key)} />
          ))}
        </tbody>
      </table>
      {at < columns.length && (
        <p className={styles['rest']}>
          <Glyph of={CheckOutlined} className={styles['good']!} />
          {`其余 ${columns.length - at} 列都已自动匹配`}
          <Button type="link" size="small" onClick={() => setWhole(true)}>
            展开查看
          </Button>
        </p>
      )}
    </div>
  )
}

interface RowProps {
  column: MappingColumn
  facts: TargetFacts
  onChoose: (key: string | null) => void
}

function ColumnRow({ column, facts, onChoose }: RowProps) {
  const { letter, heading, samples, key, how, note, duplicateOf } = column
  const options = facts.columns.map((one) => ({
    value: one.key,
    label: one.isRequired ? `${one.title}（必填）` : one.title,
  }))
  const isUnsure = key !== null && (how === 'guess' || duplicateOf !== undefined)
  return (
    <tr data-unsure={isUnsure ? '' : undefined} data-off={key === null ? '' : undefined}>
      <td className={styles['letter']}>
        <span className={styles['chip']}>{letter}</span>
      </td>
      <th scope="row" className={styles['heading']} title={heading}>
        {heading || '（无表头）'}
      </th>
      <td className={styles['samples']}>
        <span className={styles['values']} title={samples.join('、')}>
          {samples.length > 0 ? samples.join('、') : '—'}
        </span>
        {note && (
          <StatusTag tone="warning" icon={WarningOutlined}>
            {note}
          </StatusTag>
        )}
      </td>
      <td className={styles['arrow']} aria-hidden="true">
        <Glyph of={ArrowRightOutlined} />
      </td>
      <td className={styles['field']}>
        <PlainSelect
          isDense
          label={`${letter} 列 ${heading} 对应的系统字段`}
          value={key ?? ''}
          options={[...options, { value: '', label: '忽略该列' }]}
          onChange={(chosen) => onChoose(chosen || null)}
        />
      </td>
      <td className={styles['state']}>
        <State column={column} />
      </td>
    </tr>
  )
}

function State({ column: { key, how, duplicateOf } }: { column: MappingColumn }) {
  if (key === null) {
    return (
      <span className={styles['none']}>
        <Glyph of={MinusOutlined} />
        不导入
      </span>
    )
  }
  if (duplicateOf !== undefined) {
    return (
      <StatusTag tone="error" icon={ExclamationCircleOutlined}>
        {`与 ${duplicateOf} 列重复`}
      </StatusTag>
    )
  }
  if (how === 'guess') {
    return (
      <StatusTag tone="warning" icon={QuestionCircleOutlined}>
        请确认
      </StatusTag>
    )
  }
  return (
    <StatusTag tone="success" icon={CheckOutlined} quiet>
      {sureLabels[how] ?? '已自动匹配'}
    </StatusTag>
  )
}

const sureLabels: Readonly<Record<string, string>> = { remembered: '与上次相同', chosen: '已选择' }
