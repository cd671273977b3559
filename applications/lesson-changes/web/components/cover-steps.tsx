import { useQuery } from '@tanstack/react-query'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { FlowOfRecord } from '#kernel/approval/web/api.ts'
import { coverApi, type CoverRequest } from '#engines/cover/contract.ts'
import { recordKey } from '../record-queries.ts'
import styles from './cover-steps.module.css'

const answers = { waiting: '待答复', yes: '同意', no: '拒绝', late: '已由他人接受' } as const

/** Who asked, who answered, who decided. Readers of the list who may not read the request see the row only. */
export function CoverSteps({ requestId }: { requestId: string }) {
  const { data } = useQuery(queryOf(recordKey, coverApi.detail, { query: { id: requestId } }))
  if (!data) return null
  return (
    <>
      <ol className={styles['steps']} aria-label="流程">
        <Step what={`${data.applicant.name} 申请`} at={data.appliedAt} note={data.reason ?? ''} />
        {data.asked.map(({ id, name, answer, note, at }) => (
          <Step key={id} what={`${name} ${answers[answer]}`} at={at} note={note} />
        ))}
        {data.note && <Step what="说明" at={null} note={data.note} />}
      </ol>
      {data.flowId && <FlowOfRecord flowId={data.flowId} />}
    </>
  )
}

interface StepProps {
  what: string
  at: CoverRequest['asked'][number]['at']
  note: string
}

const Step = ({ what, at, note }: StepProps) => (
  <li>
    <span>{what}</span>
    {at && <time dateTime={at}>{formatDayTime(at)}</time>}
    {note && <span className={styles['note']}>{note}</span>}
  </li>
)
