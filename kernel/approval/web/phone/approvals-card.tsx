import { call } from '#packages/web/core/call.ts'
import { Card } from '#packages/web/light/card.tsx'
import { DoneIcon } from '#packages/web/light/more-icons.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { approvalApi } from '../../contract.ts'

/** How many requests wait for the reader. */
export default function ApprovalsCard() {
  const { answer } = useLoaded('counts', () => call(approvalApi.counts))
  useOrderedLoading(!answer)
  const counts = answer && answer !== 'failed' ? answer : undefined
  const late = counts?.late ? `，${counts.late} 项已超时` : ''
  return (
    <Card isFlush>
      <LinkList>
        <LinkRow
          icon={<DoneIcon />}
          label="审批"
          note={counts && (counts.open > 0 ? `${counts.open} 项待处理${late}` : '没有待处理')}
          href="/approval"
        />
      </LinkList>
    </Card>
  )
}
