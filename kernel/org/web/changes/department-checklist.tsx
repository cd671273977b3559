import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { treeLevelQuery } from '../queries.ts'
import styles from './department-checklist.module.css'

/** The direct departments of an organisation with checkboxes. */
export default function DepartmentChecklist({ control, value, onChange, of }: ControlProps & { of: string }) {
  const query = useQuery(treeLevelQuery(of))
  const departments = query.data?.filter(({ kind }) => kind === 'department')
  if (query.isError) return <p>{getErrorMessage(query.error)}</p>
  if (!departments) return <SkeletonLines widths={[40, 56, 48]} />
  return (
    <Checkbox.Group
      className={styles['boxes']!}
      role="group"
      aria-labelledby={getLabelId(control.id)}
      aria-describedby={control['aria-describedby']}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      options={departments.map(({ id, name, count }) => ({
        value: id,
        label: (
          <span className={styles['department']}>
            {name}
            <span className={styles['people']}>{count.toLocaleString()} 人</span>
          </span>
        ),
      }))}
    />
  )
}
