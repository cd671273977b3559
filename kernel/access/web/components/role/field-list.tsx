import { PageState } from '#packages/web/desk/page-state.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import spokenOnly from '#packages/web/desk/visually-hidden.module.css'
import { getFieldMark, setFieldShown } from '../../role-model.ts'
import type { FunctionCatalogue } from '../../role-queries.ts'
import type { RoleDraftEditor } from './use-role-draft.ts'
import styles from './field-list.module.css'

const markLabels = { gained: '将显示', lost: '将隐藏', moved: '' } as const

/** The personal fields that the role shows. */
export function FieldList({ fields, draft }: { fields: FunctionCatalogue['fields']; draft: RoleDraftEditor }) {
  const { base, state, detail } = draft
  if (fields.length === 0) return <PageState status="empty" title="没有可以隐藏的字段" />
  const modules = [...new Set(fields.map(({ module }) => module))]
  return (
    <div className={styles['fields']}>
      <p className={styles['about']}>
        取消勾选后，此角色看不到该字段，脱敏的也看不到，不能查询和导出。有其他角色可以看时，以能看为准。
      </p>
      {modules.map((module) => (
        <section key={module} className={styles['module']} aria-label={module}>
          <h3 className={styles['name']}>{module}</h3>
          <ul className={styles['list']}>
            {fields
              .filter((field) => field.module === module)
              .map(({ code, title }) => {
                const mark = getFieldMark(base, state, code)
                return (
                  <li key={code} className={styles['field']} data-mark={mark}>
                    <Checkbox
                      isOn={!state.hidden.has(code)}
                      isFixed={!detail.mayEdit}
                      onChange={({ target }) => draft.change(setFieldShown(state, code, target.checked))}
                    >
                      <span>
                        {title}
                        {mark && <span className={spokenOnly['only']}>，{markLabels[mark]}</span>}
                      </span>
                    </Checkbox>
                  </li>
                )
              })}
          </ul>
        </section>
      ))}
    </div>
  )
}
