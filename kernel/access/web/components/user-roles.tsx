import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { DetailSection } from '#packages/web/desk/list/detail-section.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { RoleOfUser } from '../../contract.ts'
import { userRolesQuery } from '../role-queries.ts'
import { dateRangeText } from './role/date-range-text.ts'
import { UserRolesDialog } from './user-roles-dialog.tsx'
import styles from './user-roles.module.css'

const assignmentLabels = { person: '按人分配', org: '按单位', post: '按岗位' } as const

/** The roles of a colleague and their origin. */
export default function UserRoles({ id }: { id: string }) {
  const may = useMay()
  const { data } = useQuery(userRolesQuery(id))
  const [isChanging, setChanging] = useState(false)
  if (!data) return null
  return (
    <DetailSection
      title="角色"
      aside={
        <span className={styles['acts']}>
          <Link to={`/systemSet/Access?userId=${id}`}>查看权限</Link>
          {may('role.assign') && (
            <Button type="link" size="small" onClick={() => setChanging(true)}>
              调整角色
            </Button>
          )}
        </span>
      }
    >
      {data.roles.length === 0 && <p className={styles['none']}>尚未分配角色，暂不能使用业务功能。</p>}
      <ul>
        {data.roles.map((role) => (
          <li key={`${role.roleId} ${role.via} ${role.viaName}`} className={styles['role']}>
            {role.name}
            <span className={styles['about']}>{assignmentText(role)}</span>
            <span className={styles['opens']}>{role.opens}</span>
          </li>
        ))}
      </ul>
      {isChanging && <UserRolesDialog userId={id} known={data} onClose={() => setChanging(false)} />}
    </DetailSection>
  )
}

const assignmentText = (role: RoleOfUser) =>
  [role.viaName || assignmentLabels[role.via], (role.from || role.to) && dateRangeText(role)].filter(Boolean).join('，')
