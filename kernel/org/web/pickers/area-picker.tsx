import { useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SelectControl } from '#packages/web/desk/form/controls/select.tsx'
import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import { areasQuery } from '../change-queries.ts'
import { findAreaPath } from './area-path.ts'
import styles from './area-picker.module.css'

const levels = ['省', '市', '县'] as const

/** Chooses an area step by step; the value is the code of the last step, or empty. */
export default function AreaPicker(props: ControlProps) {
  const { control, name, value, isRequired, onChange } = props
  const query = useQuery(areasQuery())
  if (query.isError) return <p>{getErrorMessage(query.error)}</p>
  if (!query.data) return <SkeletonBar width="60%" />
  const code = typeof value === 'string' ? value : ''
  const path = findAreaPath(query.data, code)
  const below = [query.data, ...path.map(({ children }) => children)]
  return (
    <div className={styles['steps']}>
      {levels.map((level, at) => {
        const options = below[at] ?? []
        // Municipalities have no second level.
        if (at > 0 && options.length === 0) return null
        return (
          <SelectControl
            key={level}
            {...props}
            control={at === 0 ? control : { ...control, id: `${control.id}-${at}` }}
            name={`${name}-${at}`}
            label={at === 0 ? undefined : `行政区划，${level}级`}
            placeholder={`选择${level}`}
            options={options.map((area) => ({ value: area.code, label: area.name }))}
            value={path[at]?.code ?? ''}
            none=""
            isRequired={isRequired && at === 0}
            onChange={(chosen) => onChange(chosen === '' ? (path[at - 1]?.code ?? '') : chosen)}
          />
        )
      })}
    </div>
  )
}
