import { useQuery } from '@tanstack/react-query'
import type { ControlProps } from '#packages/web/core/field-control.ts'
import { TextareaControl } from '#packages/web/desk/form/controls/text.tsx'
import { choicesQuery } from '../leave-queries.ts'
import styles from './leave-form.module.css'

const separator = '，'

/** The reason, typed or put together from the tags of the organisation. */
export function ReasonControl(props: ControlProps) {
  const { data } = useQuery(choicesQuery)
  const parts = String(props.value).split(separator).filter(Boolean)
  const toggle = (tag: string) =>
    props.onChange((parts.includes(tag) ? parts.filter((part) => part !== tag) : [...parts, tag]).join(separator))
  return (
    <div className={styles['reason']}>
      {data && data.reasons.length > 0 && (
        <div className={styles['chips']} role="group" aria-label="常用事由">
          {data.reasons.map((tag) => (
            <button
              key={tag}
              type="button"
              className={styles['chip']}
              aria-pressed={parts.includes(tag)}
              onClick={() => toggle(tag)}
            >
              {tag}
            </button>
          ))}
        </div>
      )}
      <TextareaControl {...props} placeholder="选择上面的事由，或自己填写" />
    </div>
  )
}
