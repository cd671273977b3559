import { ClockCircleOutlined } from '@ant-design/icons'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { UserRelations } from '../../grant-queries.ts'
import styles from './granted-list.module.css'

export const getUpcomingLabel = (on: string) => `待生效，${on} 起`

/** Marks a grant that begins later, so that nobody grants it a second time. */
export const UpcomingTag = ({ on }: { on: string }) => (
  <StatusTag tone="info" icon={ClockCircleOutlined}>
    {getUpcomingLabel(on)}
  </StatusTag>
)

/** The people whose grant has not begun. */
export function UpcomingPeople({ users }: Pick<UserRelations, 'users'>) {
  const coming = users.flatMap(({ comesOn, ...user }) => (comesOn === null ? [] : { ...user, comesOn }))
  if (coming.length === 0) return null
  return (
    <ul className={styles['coming']} aria-label="待生效的人员">
      {coming.map(({ userId, name, comesOn }) => (
        <li key={userId}>
          {name}
          <UpcomingTag on={comesOn} />
        </li>
      ))}
    </ul>
  )
}
