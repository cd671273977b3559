import { InfoCircleOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { TargetFacts } from '../../contract.ts'
import card from './card.module.css'
import styles from './target-card.module.css'

/** Which columns a file may have, shown before the upload. */
export function TargetCard({ facts: { title, orgName, columns, matchHint } }: { facts: TargetFacts }) {
  const required = columns.filter(({ isRequired }) => isRequired)
  const others = columns.filter(({ isRequired }) => !isRequired)
  return (
    <aside className={card['aside']} aria-label="导入说明">
      <section className={`${card['card']} ${card['padded']} ${styles['card']}`}>
        <h2 className={card['title']}>能识别的列</h2>
        <p className={styles['words']}>{`导入到：${orgName}。表头不必和模板一样，下一步可以核对。`}</p>
        <Names title="必填" names={required.map((column) => column.title)} isStrong />
        <Names title="可选" names={others.map((column) => column.title)} />
      </section>
      <p className={card['note']}>
        <Glyph of={InfoCircleOutlined} />
        {`${matchHint}。已有${title}只更新，不会重复新建；空单元格不会清除已有内容。`}
      </p>
    </aside>
  )
}

const Names = ({ title, names, isStrong = false }: { title: string; names: readonly string[]; isStrong?: boolean }) =>
  names.length > 0 && (
    <>
      <h3 className={styles['head']}>{title}</h3>
      <ul className={styles['names']} data-strong={isStrong ? '' : undefined}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
