import { LockOutlined } from '@ant-design/icons'
import { useId } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import type { ExportDialogState } from './use-export-dialog.ts'
import styles from './export.module.css'

/** The columns of the file; sensitive ones show whether they will be masked. */
export function ColumnTicks({ choice }: { choice: ExportDialogState['choice'] }) {
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
          <Checkbox
            isOn={count === columns.length}
            isPartly={count > 0 && count < columns.length}
            onChange={({ target }) => tickAll(target.checked)}
          >
            全选
          </Checkbox>
        </span>
        <span className={styles['count']} role="status">
          {count > 0 ? `已选 ${count} / ${columns.length} 列` : '请至少选择一列'}
        </span>
      </div>
      <ul className={styles['columns']}>
        {columns.map(({ key, title, isSensitive, isSensitiveBeside }) => (
          <li key={key}>
            <Checkbox isOn={ticked.has(key)} onChange={({ target }) => tick(key, target.checked)}>
              {title}
              {(isSensitive || isSensitiveBeside.some((other) => ticked.has(other))) && (
                <span className={styles['mark']} data-whole={isWhole || undefined}>
                  <Glyph of={LockOutlined} />
                  {isWhole ? '完整' : '脱敏'}
                </span>
              )}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}
