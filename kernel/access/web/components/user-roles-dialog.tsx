import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { roleKey, setRolesOfUser, type RolesOfUser } from '../role-queries.ts'
import styles from './user-roles.module.css'

interface Props {
  userId: string
  known: RolesOfUser
  onClose: () => void
}

/** Roles that can be assigned or revoked by name; roles by audience cannot be revoked here. */
function choicesOf({ roles, assignable }: RolesOfUser) {
  const own = roles.filter(({ via }) => via === 'person')
  const others = assignable.filter(({ id }) => own.every(({ roleId }) => roleId !== id))
  return [
    ...own.map(({ roleId, name, mayRemove, opens, functionCount }) => ({
      id: roleId,
      name,
      about: '',
      isFixed: !mayRemove,
      opens,
      functionCount,
    })),
    ...others.map(({ id, name, orgName, opens, functionCount }) => ({
      id,
      name,
      about: orgName,
      isFixed: false,
      opens,
      functionCount,
    })),
  ]
}

/** The roles that a person has by name. */
export function UserRolesDialog({ userId, known, onClose }: Props) {
  const before = known.roles.filter(({ via }) => via === 'person').map(({ roleId }) => roleId)
  const [chosen, setChosen] = useState<readonly string[]>(before)
  const add = chosen.filter((id) => !before.includes(id))
  const remove = before.filter((id) => !chosen.includes(id))
  const choices = choicesOf(known)
  const counted = [add.length > 0 && `增加 ${add.length} 个`, remove.length > 0 && `取消 ${remove.length} 个`]
  return (
    <ConfirmAction
      title="调整角色"
      size="form"
      submitLabel="保存"
      isDisabled={add.length + remove.length === 0}
      submit={() => setRolesOfUser({ userId, add, remove })}
      done="已调整角色，立即生效"
      queryKey={roleKey}
      note={counted.filter(Boolean).join('，')}
      onClose={onClose}
    >
      {choices.length === 0 && <p className={styles['none']}>没有您可以分配的角色。</p>}
      <ul>
        {choices.map(({ id, name, about, isFixed, opens, functionCount }) => (
          <li key={id} className={styles['choice']} title={isFixed ? '您不能取消此角色' : undefined}>
            <Checkbox
              isOn={chosen.includes(id)}
              isFixed={isFixed}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            >
              <span>
                {name}
                {about && <span className={styles['about']}>{about}</span>}
                <span className={styles['opens']}>{opens || '没有任何权限'}</span>
              </span>
            </Checkbox>
            <Link
              className={styles['rights']!}
              to={`/systemSet/Role?role=${id}`}
              target="_blank"
              aria-label={`${name}的 ${functionCount} 项权限（新窗口）`}
            >
              {functionCount} 项权限
            </Link>
          </li>
        ))}
      </ul>
    </ConfirmAction>
  )
}
