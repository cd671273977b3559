import { call } from '#packages/web/core/call.ts'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { approvalSetupApi } from '../../contract.ts'
import styles from './flow-timeline.module.css'

type Values = Readonly<Record<string, string | number | boolean | null>>

interface Props {
  subject: string
  orgId?: string
  /** What is filled in so far: it decides which steps are needed. */
  values: Values
}

/** Below a form, before it is sent: who will decide. For the desk and for phones. */
export function FlowPreview({ subject, orgId, values }: Props) {
  const body = { subject, values, ...(orgId && { orgId }) }
  const { answer, again } = useLoaded(JSON.stringify(body), () => call(approvalSetupApi.getFlow, { body }))
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  if (!answer) return <Skeleton />
  return (
    <ol className={styles['line']} aria-label={`审批路径：${answer.flowName}`}>
      {answer.flows.map(({ operator, note }, at) => (
        <li key={at} className={styles['seat']}>
          <span className={styles['face']} data-look="ahead" aria-hidden="true">
            {at + 1}
          </span>
          <p className={styles['who']}>
            <strong>{operator}</strong>
          </p>
          <p className={styles['state']}>{note}</p>
        </li>
      ))}
    </ol>
  )
}
