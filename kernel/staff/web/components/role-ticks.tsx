import { useQuery } from '@tanstack/react-query'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { assignableRolesQuery } from '../staff-queries.ts'
import styles from './role-ticks.module.css'

interface Props extends Pick<ControlProps, 'value' | 'onChange'> {
  orgId: string
  departmentId: string | null
}

/** The roles that the caller may assign to a new person, with their purpose. */
export function RoleCheckboxes({ value, onChange, orgId, departmentId }: Props) {
  const { data, isPending } = useQuery(assignableRolesQuery(orgId, departmentId))
  const chosen = Array.isArray(value) ? (value as string[]) : []
  if (isPending) return <p className={styles['none']}>正在加载</p>
  if (!data?.length) return <p className={styles['none']}>没有您可以分配的角色，请由管理员分配。</p>
  return (
    <ul className={styles['roles']}>
      {data.map(({ id, name, about }) => (
        <li key={id}>
          <Checkbox
            isOn={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            <span className={styles['role']}>
              {name}
              <span className={styles['about']}>{about}</span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

/** Whether an invitation is created with the person. */
export function InviteCheckbox({ value, onChange }: Pick<ControlProps, 'value' | 'onChange'>) {
  const may = useMay()
  if (!may('user.reset')) return <p className={styles['none']}>由管理员发送邀请后开通。</p>
  return (
    <Checkbox isOn={value === true} onChange={({ target }) => onChange(target.checked)}>
      <span className={styles['role']}>
        发邀请
        <span className={styles['about']}>保存后显示二维码，由本人设置用户名和密码</span>
      </span>
    </Checkbox>
  )
}
