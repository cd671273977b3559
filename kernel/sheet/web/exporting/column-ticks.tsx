import { LockOutlined } from '@ant-design/icons'
import { useId } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Tick } from '#packages/web/desk/list/tick.tsx'
import type { Exporting } from './use-exporting.ts'
import styles from './exporting.module.css'

/** The columns of the file. What is sensitive says how it will stand there. */
export function ColumnTicks({ choice }: { choice: Exporting['choice'] }) {
  const { columns, ticked, isWhole, tick, tickAll } = choice
  const id = useId()
  const count = ticked.size
  return (
    <section role="group" aria-labelledby={id}>
      <div className={styles['head']}>
        <h3 id={id} className={styles['heading']}>
          导出列
        </h3>
        <span className={styles['all']}>
          <Tick
            isOn={count === columns.length}
            isPartly={count > 0 && count < columns.length}
            onChange={({ target }) => tickAll(target.checked)}
          >
            全选
          </Tick>
        </span>
        <span className={styles['count']} role="status">
          {count > 0 ? `已选 ${count} / ${columns.length} 列` : '请至少选择一列'}
        </span>
      </div>
      <ul className={styles['columns']}>
        {columns.map(({ key, title, isSensitive, isSensitiveBeside }) => (
          <li key={key}>
            <Tick isOn={ticked.has(key)} onChange={({ target }) => tick(key, target.checked)}>
              {title}
              {(isSensitive || isSensitiveBeside.some((other) => ticked.has(other))) && (
                <span className={styles['mark']} data-whole={isWhole || undefined}>
                  <Glyph of={LockOutlined} />
                  {isWhole ? '完整' : '脱敏'}
                </span>
              )}
            </Tick>
          </li>
        ))}
      </ul>
    </section>
  )
}
