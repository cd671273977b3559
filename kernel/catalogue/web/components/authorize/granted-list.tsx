import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import type { UserRelations } from '../../grant-queries.ts'
import { UpcomingTag } from './upcoming-grant.tsx'
import people from './people-field.module.css'
import ticks from './role-checklist.module.css'
import styles from './granted-list.module.css'

/** The people with a grant by name, read-only. */
export function GrantedPeople({ users }: Pick<UserRelations, 'users'>) {
  if (users.length === 0) return <p className={people['none']}>还没有人能用。</p>
  return (
    <ul className={people['people']} aria-label="可用人员">
      {users.map(({ userId, name, orgName, post, to, comesOn }) => (
        <li key={userId}>
          <InitialsAvatar name={name} size="row" />
          <span className={people['who']}>
            <span>{name}</span>
            <span className={`${people['place']} ${dots['dotted']}`}>
              {[orgName, post, to && `至 ${to}`].filter(Boolean).map((part) => (
                <span key={part}>{part}</span>
              ))}
            </span>
          </span>
          {comesOn && <UpcomingTag on={comesOn} />}
        </li>
      ))}
    </ul>
  )
}

/** The roles with a grant, read-only. */
export const GrantedRoles = ({ roles }: Pick<UserRelations, 'roles'>) => (
  <section className={`${ticks['roles']} ${styles['roles']}`} aria-label="可用角色">
    <h3 className={ticks['legend']}>
      可用角色
      <span className={ticks['count']}>{roles.length} 个</span>
    </h3>
    {roles.length === 0 && <p className={ticks['none']}>还没有选择角色，开通后也没有人能用。</p>}
    <ul>
      {roles.map(({ roleId, name, orgName, memberCount, comesOn }) => (
        <li key={roleId}>
          <span className={ticks['name']}>
            {name}
            {orgName && <span className={ticks['org']}>{orgName}</span>}
          </span>
          <span className={ticks['count']}>{memberCount.toLocaleString()} 人</span>
          {comesOn && <UpcomingTag on={comesOn} />}
        </li>
      ))}
    </ul>
  </section>
)
