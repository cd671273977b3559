import { WarningIcon } from '../icons.tsx'
import type { FlowErrors } from './use-flow.ts'
import type { FlowField } from './flow-spec.ts'
import styles from './flow-error-list.module.css'

interface Props {
  errors: FlowErrors
  fields: readonly Pick<FlowField, 'key' | 'label'>[]
  onFocus: (key: string) => void
}

/** All errors of this step, at the top; each links to its field. */
export function FlowErrorList({ errors, fields, onFocus }: Props) {
  const wrong = fields.filter(({ key }) => errors[key])
  // The element exists before it has content, otherwise screen readers would not announce it.
  return (
    <div role="alert" className={styles['place']}>
      {wrong.length > 0 && (
        <div className={styles['list']}>
          <WarningIcon size={18} />
          <div>
            <strong className={styles['title']}>有 {wrong.length} 处需要修改</strong>
            <ul>
              {wrong.map(({ key, label }) => (
                <li key={key}>
                  <a
                    className={styles['link']}
                    href={`#${key}`}
                    onClick={(event) => {
                      event.preventDefault()
                      onFocus(key)
                    }}
                  >
                    {label}：{errors[key]}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
