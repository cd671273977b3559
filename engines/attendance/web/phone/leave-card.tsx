import { useFamily } from '#packages/web/core/family.ts'
import { useSession } from '#packages/web/core/session.ts'
import { ButtonLink } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { CalendarIcon } from '#packages/web/light/menu-icons.tsx'
import { DoneIcon } from '#packages/web/light/more-icons.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { attendancePath, leavePath } from './paths.ts'
import styles from './leave-card.module.css'

const guardian = 2

/** Without a call of its own: who has a sick child gets to the form with one tap. */
export default function LeaveCard() {
  const isGuardian = useSession((session) => session.user?.userType === guardian)
  const child = useFamily((family) => family.children.find(({ id }) => id === family.childId))
  if (!child) return null
  const mayAsk = isGuardian && child.state === 'active'
  return (
    <Card isFlush>
      {mayAsk && (
        <div className={styles['beside']}>
          <LinkList>
            <LinkRow icon={<CalendarIcon />} label={`${child.name}的请假`} href={leavePath} />
          </LinkList>
          <ButtonLink kind="tint" href={`${leavePath}?fill=new`} aria-label={`为${child.name}请假`}>
            请假
          </ButtonLink>
        </div>
      )}
      <LinkList>
        <LinkRow icon={<DoneIcon />} label={`${child.name}的考勤`} href={attendancePath} />
      </LinkList>
    </Card>
  )
}
