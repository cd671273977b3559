import { ButtonLink } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { CalendarIcon } from '#packages/web/light/menu-icons.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { leavePath } from '../leave-paths.ts'
import styles from './leave-card.module.css'

/** The own requests, and at once the form of a new one: who has a fever should not have to look for it. */
export default function LeaveCard() {
  return (
    <Card isFlush>
      <div className={styles['beside']}>
        <LinkList>
          <LinkRow icon={<CalendarIcon />} label="我的请假" href={leavePath} />
        </LinkList>
        <ButtonLink kind="tint" href={`${leavePath}?fill=new`}>
          请假
        </ButtonLink>
      </div>
    </Card>
  )
}
