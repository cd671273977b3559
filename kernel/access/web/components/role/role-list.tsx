import { useBigText } from '#packages/web/core/big-text.ts'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { Role } from '../../../contract.ts'
import styles from './role-list.module.css'

interface Props {
  roles: readonly Role[]
  chosen: string | undefined
  isPhone: boolean
  onChoose: (id: string) => void
}

/** The organisation's own roles come first: they are few and are edited most. */
const groupRoles = (roles: readonly Role[]) =>
  [
    { title: '本单位角色', roles: roles.filter(({ orgId }) => orgId !== null) },
    { title: '本区角色', roles: roles.filter(({ orgId }) => orgId === null) },
  ].filter((group) => group.roles.length > 0)

export const getFirstRole = (roles: readonly Role[]) => groupRoles(roles)[0]?.roles[0]

export function RoleList({ roles, chosen, isPhone, onChoose }: Props) {
  const isBig = useBigText()
  // As a list they would fill a screen before the first permission.
  if (isPhone || isBig)
    return (
      <div className={styles['phone']}>
        <PlainSelect
          label="角色"
          value={chosen ?? ''}
          placeholder="请选择角色"
          options={groupRoles(roles).flatMap((group) =>
            group.roles.map(({ id, name, memberCount }) => ({
              value: id,
              label: `${name}（${memberCount.toLocaleString()} 人）`,
            })),
          )}
          onChange={onChoose}
        />
      </div>
    )
  return (
    <nav className={styles['list']} aria-label="角色">
      {groupRoles(roles).map(({ title, roles: those }) => (
        <div key={title}>
          <h2 className={styles['group']}>{title}</h2>
          <ul className={styles['roles']}>
            {those.map(({ id, name, memberCount }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles['role']}
                  aria-current={id === chosen ? 'true' : undefined}
                  onClick={() => onChoose(id)}
                >
                  <span>{name}</span>
                  <span className={styles['count']}>{memberCount.toLocaleString()} 人</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
