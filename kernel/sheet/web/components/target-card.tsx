import { InfoCircleOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { TargetFacts } from '../../contract.ts'
import card from './card.module.css'
import styles from './target-card.module.css'

/** Which columns a file may have, shown before the upload. */
export function TargetCard({ facts, preset }: { facts: TargetFacts; preset: string }) {
  const { title, orgName, columns, matchHint, hasGrid, isAlwaysNew } = facts
  const shown = columns.filter(({ isOfGrid }) => !isOfGrid)
  const required = shown.filter(({ isRequired }) => isRequired)
  const others = shown.filter(({ isRequired }) => !isRequired)
  const place = [orgName, ...listPresetTitles(columns, preset)].join('，')
  return (
    <aside className={card['aside']} aria-label="导入说明">
      <section className={`${card['card']} ${card['padded']} ${styles['card']}`}>
        <h2 className={card['title']}>能识别的列</h2>
        <p className={styles['words']}>{`导入到：${place}。表头不必和模板一样，下一步可以核对。`}</p>
        <Names title="必填" names={required.map((column) => column.title)} isStrong />
        <Names title="可选" names={others.map((column) => column.title)} />
        {hasGrid && <p className={styles['words']}>也可以是网格：一张工作表一个班，表名为班级，如“下载网格模板”。</p>}
      </section>
      <p className={card['note']}>
        <Glyph of={InfoCircleOutlined} />
        {isAlwaysNew ? `${matchHint}。` : `${matchHint}。已有${title}只更新，不会重复新建；空单元格不会清除已有内容。`}
      </p>
    </aside>
  )
}

/** The titles of values that the file need not have: the term. */
const listPresetTitles = (columns: TargetFacts['columns'], preset: string) =>
  [...new URLSearchParams(preset)].flatMap(
    ([key, value]) =>
      columns.find((column) => column.key === key)?.choices.find((choice) => choice.value === value)?.title ?? [],
  )

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
