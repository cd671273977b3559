import { CheckOutlined, InfoCircleOutlined, MinusOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import type { Batch, TargetFacts } from '../../contract.ts'
import { isSure, type Mapping } from './column-mapping.ts'
import card from './card.module.css'
import styles from './map-aside.module.css'

interface Props {
  mapping: Mapping
  batch: Batch
  facts: TargetFacts
}

/** The number of sure columns, the matched values, and how rows are recognised. */
export function MapAside({ mapping: { columns }, batch, facts }: Props) {
  const sure = columns.filter(isSure).length
  const off = columns.filter(({ key }) => key === null).length
  const unsure = columns.length - sure - off
  return (
    <aside className={card['aside']} aria-label="匹配情况">
      <section className={`${card['card']} ${card['padded']} ${styles['card']}`}>
        <p className={styles['figure']}>
          <strong>{sure}</strong>
          {` / ${columns.length} 列已自动匹配`}
        </p>
        <span className={styles['bar']} aria-hidden="true">
          <span style={{ flexGrow: sure }} data-tone="sure" />
          <span style={{ flexGrow: unsure }} data-tone="unsure" />
          <span style={{ flexGrow: off }} data-tone="off" />
        </span>
        <dl className={styles['counts']}>
          <Count icon={CheckOutlined} tone="sure" label="已自动匹配" count={sure} />
          <Count icon={QuestionCircleOutlined} tone="unsure" label="请确认" count={unsure} />
          <Count icon={MinusOutlined} tone="off" label="不导入" count={off} />
        </dl>
      </section>
      <ValuePairs batch={batch} facts={facts} />
      <p className={card['note']}>
        <Glyph of={InfoCircleOutlined} />
        {`${facts.matchHint}。已有${facts.title}只更新，不会重复新建。`}
      </p>
    </aside>
  )
}

const Count = ({ icon, tone, label, count }: { icon: Icon; tone: string; label: string; count: number }) => (
  <div>
    <dt data-tone={tone}>
      <Glyph of={icon} />
      {label}
    </dt>
    <dd>{`${count} 列`}</dd>
  </div>
)

const pairsShown = 4

function ValuePairs({ batch: { values, columns }, facts }: Pick<Props, 'batch' | 'facts'>): ReactNode {
  const shownValues = values.filter(({ pairs }) => pairs.length > 0)
  if (shownValues.length === 0) return null
  const getColumnName = (key: string) =>
    columns.find((column) => column.key === key)?.heading || facts.columns.find((one) => one.key === key)?.title
  return (
    <section className={`${card['card']} ${card['padded']} ${styles['card']}`}>
      <h2 className={styles['title']}>取值匹配</h2>
      {shownValues.map(({ column, pairs }) => (
        <div key={column}>
          <h3 className={styles['name']}>{getColumnName(column)}</h3>
          {pairs.length <= pairsShown ? (
            <Pairs pairs={pairs} />
          ) : (
            <details className={styles['more']}>
              <summary>{`${pairs[0]!.from} → ${pairs[0]!.to} … ${pairs.at(-1)!.from} → ${pairs.at(-1)!.to}`}</summary>
              <Pairs pairs={pairs} />
            </details>
          )}
        </div>
      ))}
    </section>
  )
}

const Pairs = ({ pairs }: { pairs: readonly { from: string; to: string; count: number }[] }) => (
  <ul className={styles['pairs']}>
    {pairs.map(({ from, to, count }) => (
      <li key={from} title={`${count} 行`}>
        {`${from} → ${to}`}
      </li>
    ))}
  </ul>
)
