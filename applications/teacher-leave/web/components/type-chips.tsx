import { useQuery } from '@tanstack/react-query'
import type { ControlProps } from '#packages/web/core/field-control.ts'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { choicesQuery } from '../leave-queries.ts'
import styles from './leave-form.module.css'

interface Props extends ControlProps {
  /** With what the caller has left of each. */
  hasBalance: boolean
}

/** The types of leave, side by side. */
export function TypeChips({ control, name, value, isRequired, hasBalance, onChange }: Props) {
  const query = useQuery(choicesQuery)
  return (
    <QueryState query={query} loading={<SkeletonBar width="60%" />}>
      {({ types }) => (
        <div
          className={styles['chips']}
          role="radiogroup"
          aria-labelledby={getLabelId(control.id)}
          aria-describedby={control['aria-describedby']}
          aria-invalid={control['aria-invalid']}
          aria-required={isRequired}
        >
          {types.map(({ id, name: label, balance }, at) => (
            <label key={id} className={styles['chip']}>
              <input
                type="radio"
                {...(at === 0 && { id: control.id })}
                name={name}
                value={id}
                checked={value === id}
                onChange={() => onChange(id)}
              />
              {label}
              {hasBalance && balance !== null && <small>剩 {balance} 天</small>}
            </label>
          ))}
        </div>
      )}
    </QueryState>
  )
}
