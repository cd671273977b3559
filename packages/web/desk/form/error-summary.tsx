import { ExclamationCircleFilled } from '@ant-design/icons'
import { Link } from 'react-router'
import { Glyph } from '../glyph.tsx'
import { listFields, formatSummaryMessage } from '#packages/web/core/form/form-validation.ts'
import type { SchemaForm } from './use-schema-form.ts'
import styles from './error-summary.module.css'

/** All errors in one line of links. It is no live region, because the form announces errors itself. */
export function ErrorSummary<Values extends object>({ form }: { form: SchemaForm<Values> }) {
  const { spec, problems, wrong, whole, link, isJudged } = form
  if (!isJudged || (wrong.length === 0 && whole === undefined)) return null
  const fields = listFields(spec).filter(({ name }) => wrong.includes(name))
  return (
    <div className={styles['summary']}>
      <Glyph of={ExclamationCircleFilled} className={styles['icon']!} />
      <div>
        {whole !== undefined && (
          <p className={styles['title']}>
            {whole} {link && <Link to={link.url}>{link.label}</Link>}
          </p>
        )}
        {fields.length > 0 && (
          <p>
            <strong className={styles['title']}>有 {fields.length} 处需要修改</strong>
            <span className={styles['key']}>按 F8 跳到下一处</span>
          </p>
        )}
        <ul className={styles['links']}>
          {fields.map(({ name, label }) => (
            <li key={name}>
              <button type="button" onClick={() => form.goTo(name)}>
                {formatSummaryMessage(label, problems[name]!.message)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
