import { formatClock, formatDate, formatWeekday } from '#packages/web/core/format/time.ts'
import { Card } from '#packages/web/light/card.tsx'
import { DoneIcon, ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import type { FamilyHome } from '../../contract.ts'
import { useHome } from './use-home.ts'
import styles from './to-do-card.module.css'

const messages = '/studentMain/index?tab=messages'

/** What the school still needs from the family: first what has a deadline. */
export default function ToDoCard() {
  const { home } = useHome()
  useOrderedLoading(!home)
  if (!home || home === 'failed') return null
  const { child, todos, missing } = home
  if (child.state !== 'active') return null
  const setup = listSetup(home)
  const isMissing = missing.includes('todos')
  if (todos.length === 0 && setup.length === 0)
    return (
      <Card>
        <p className={styles['nothing']}>
          <strong>待办</strong>
          {!isMissing && <DoneIcon size={18} />}
          {isMissing ? '暂时无法获取' : '没有待办事项'}
        </p>
      </Card>
    )
  return (
    <Card title="待办" isFlush>
      <LinkList>
        {todos.map(({ id, title, dueAt }) => (
          <LinkRow
            key={id}
            icon={<DoneIcon />}
            label={title}
            note={dueAt ? formatDeadline(dueAt) : '去处理'}
            href={messages}
          />
        ))}
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

/** 今天 18:00 前, or 11-20 周五前. */
const formatDeadline = (dueAt: string) =>
  formatDate(dueAt) === formatDate(new Date()) ? `今天 ${formatClock(dueAt)} 前` : `${formatWeekday(dueAt).slice(5)}前`
