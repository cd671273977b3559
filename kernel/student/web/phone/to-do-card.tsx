import { Card } from '#packages/web/light/card.tsx'
import { DoneIcon, ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import type { FamilyHome } from '../../contract.ts'
import { useHome } from './use-home.ts'
import styles from './to-do-card.module.css'

/** What the school still needs from the family. */
export default function ToDoCard() {
  const { home } = useHome()
  useOrderedLoading(!home)
  if (!home || home === 'failed') return null
  if (home.child.state !== 'active') return null
  const setup = listSetup(home)
  if (setup.length === 0)
    return (
      <Card>
        <p className={styles['nothing']}>
          <strong>待办</strong>
          <DoneIcon size={18} />
          没有待办事项
        </p>
      </Card>
    )
  return (
    <Card title="待办" isFlush>
      <LinkList>
        {setup.map(({ Icon, ...row }) => (
          <LinkRow key={row.href} icon={<Icon />} {...row} />
        ))}
      </LinkList>
    </Card>
  )
}

function listSetup({ child, needSetLinkman, consentsOpen }: FamilyHome) {
  // A pupil has no relation to herself, and sets nothing up.
  const isGuardian = child.relation !== null
  return [
    ...(isGuardian && needSetLinkman
      ? [{ Icon: CallIcon, label: `为${child.name}设置紧急联系人`, note: '去设置', href: '/studentMain/linkmen' }]
      : []),
    ...(consentsOpen > 0
      ? [
          {
            Icon: ShieldIcon,
            label: `${child.name}有${consentsOpen}项授权待确认`,
            note: '去确认',
            href: '/studentMain/consents',
          },
        ]
      : []),
  ]
}
