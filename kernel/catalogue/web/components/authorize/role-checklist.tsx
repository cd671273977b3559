import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { roleChoices, type UserRelations, type RoleChoice } from '../../grant-queries.ts'
import { UpcomingTag } from './upcoming-grant.tsx'
import styles from './role-checklist.module.css'

type GrantedRole = UserRelations['roles'][number]

interface Props {
  given: readonly GrantedRole[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** A role of another school can have a grant too, although the caller cannot choose it. */
const includeGranted = (choices: readonly RoleChoice[], given: readonly GrantedRole[]): RoleChoice[] => [
  ...choices,
  ...given
    .filter(({ roleId }) => choices.every(({ id }) => id !== roleId))
    .map(({ roleId, name, orgName, memberCount }) => ({ id: roleId, name, orgName, memberCount })),
]

/** The roles whose holders have the application where it is open. */
export function RoleChecklist({ given, chosen, onChange }: Props) {
  const { data, isError, error, refetch } = useQuery(roleChoices)
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  const roles = includeGranted(data, given)
  const tick = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  const wasGiven = (id: string) => given.some(({ roleId }) => roleId === id)
  const comesOn = (id: string) => (chosen.has(id) ? given.find(({ roleId }) => roleId === id)?.comesOn : undefined)
  return (
    <fieldset className={styles['roles']}>
      <legend className={styles['legend']}>
        可用角色
        <span className={styles['count']}>{chosen.size} 个</span>
      </legend>
      {chosen.size === 0 && <p className={styles['none']}>还没有选择角色，开通后也没有人能用。</p>}
      <ul>
        {roles.map(({ id, name, orgName, memberCount }) => {
          const coming = comesOn(id)
          return (
            <li key={id} data-change={chosen.has(id) === wasGiven(id) ? undefined : chosen.has(id) ? 'gain' : 'lose'}>
              <Checkbox isOn={chosen.has(id)} onChange={() => tick(id)}>
                <span className={styles['name']}>
                  {name}
                  {orgName && <span className={styles['org']}>{orgName}</span>}
                  {coming && (
                    <span className={styles['org']}>
                      <UpcomingTag on={coming} />
                    </span>
                  )}
                </span>
                <span className={styles['count']}>{memberCount.toLocaleString()} 人</span>
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
