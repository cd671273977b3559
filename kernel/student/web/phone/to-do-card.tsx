import { Card } from '#packages/web/light/card.tsx'
import { ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import { useHome } from './use-home.ts'

/** What the school still needs from the family. Hidden if there is nothing. */
export default function ToDoCard() {
  const { home } = useHome()
  if (!home || home === 'failed') return null
  const { child, needSetLinkman, consentsOpen } = home
  if (child.state !== 'active' || (!needSetLinkman && consentsOpen === 0)) return null
  return (
    <Card title="待办" isFlush>
      <LinkList>
        {needSetLinkman && (
          <LinkRow
            icon={<CallIcon />}
            label={`为${child.name}设置紧急联系人`}
            note="去设置"
            href="/studentMain/linkmen"
          />
        )}
        {consentsOpen > 0 && (
          <LinkRow
            icon={<ShieldIcon />}
            label={`${child.name}有${consentsOpen}项授权待确认`}
            note="去确认"
            href="/studentMain/consents"
          />
        )}
      </LinkList>
    </Card>
  )
}
