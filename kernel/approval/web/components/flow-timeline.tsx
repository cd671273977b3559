import { Fragment } from 'react'
import { CheckIcon } from '#packages/web/light/icons.tsx'
import { ClockIcon } from '#packages/web/light/more-icons.tsx'
import { CloseIcon } from '#packages/web/light/part-icons.tsx'
import type { FlowDetail, FlowMonitor, FlowSeat, FlowTaskStatus, TimelineStep } from '../../contract.ts'
import { formatDecisionTime, getDeadline, listSeatText } from '../flow-text.ts'
import styles from './flow-timeline.module.css'

interface Props {
  flow: Pick<FlowDetail, 'applicant' | 'submittedAt' | 'steps' | 'monitors'>
  /** Withdraws somebody who was added by the reader. */
  onRemoveSigner?: (taskId: string) => void
}

/** Who decided what, who has to decide, and who will. For the desk and for phones. */
export function FlowTimeline({ flow: { applicant, submittedAt, steps, monitors }, onRemoveSigner }: Props) {
  return (
    <div>
      <ol className={styles['line']} aria-label="审批流程">
        <li className={styles['seat']}>
          <Face name={applicant} look="past" />
          <p className={styles['who']}>
            <strong>{applicant}</strong>
            <Mark status="approved" />
            <time dateTime={submittedAt}>{formatDecisionTime(submittedAt)}</time>
          </p>
          <p className={styles['state']}>发起申请</p>
        </li>
        {steps.map((step, at) => (
          // A step that was returned appears once for each round.
          <Step key={`${step.key} ${at}`} step={step} onRemoveSigner={onRemoveSigner} />
        ))}
      </ol>
      {monitors.length > 0 && <Records of={monitors} />}
    </div>
  )
}

function Step({ step, onRemoveSigner }: { step: TimelineStep; onRemoveSigner: Props['onRemoveSigner'] }) {
  const { name, mode, branch, position, condition, seats } = step
  const heading = [branch, mode && `${name}（${mode}）`].filter(Boolean)
  const mayRemove = seats.some(({ isMine, status }) => isMine && status === 'suspended')
  if (seats.length === 0)
    return (
      <li className={styles['seat']} data-position={position}>
        <Face name={name} look="ahead" />
        <p className={styles['who']}>
          <strong>{name}</strong>
          {branch && <span className={styles['note']}>{branch}</span>}
        </p>
        <p className={styles['state']}>{position === 'skipped' ? '不需要' : '未到达'}</p>
        {condition && <p className={styles['condition']}>条件：{condition}</p>}
      </li>
    )
  return (
    <>
      {heading.length > 0 && <li className={styles['group']}>{heading.join('，')}</li>}
      {seats.map((seat, at) => (
        <Seat
          key={seat.taskId ?? at}
          step={step}
          seat={seat}
          condition={at === seats.length - 1 ? condition : ''}
          {...(mayRemove && seat.status === 'open' && seat.source.startsWith('added') && { onRemove: onRemoveSigner })}
        />
      ))}
    </>
  )
}

interface SeatProps {
  step: TimelineStep
  seat: FlowSeat
  condition: string
  onRemove?: Props['onRemoveSigner']
}

function Seat({ step, seat, condition, onRemove }: SeatProps) {
  const { taskId, name, deputy, status, opinion, signatureUrl, dueAt, finishedAt, isVoid } = seat
  const deadline = status === 'open' ? getDeadline(dueAt) : undefined
  const words = listSeatText(step, seat)
  return (
    <li className={styles['seat']} data-void={isVoid ? '' : undefined} data-open={status === 'open' ? '' : undefined}>
      <Face name={name} look={looks[status] ?? 'past'} />
      <p className={styles['who']}>
        <strong>{deputy || name}</strong>
        {!isVoid && <Mark status={status} />}
        {isVoid && <span className={styles['void']}>失效</span>}
        {finishedAt && <time dateTime={finishedAt}>{formatDecisionTime(finishedAt)}</time>}
        {deadline && <span className={deadline.isLate ? styles['late'] : styles['left']}>{deadline.text}</span>}
      </p>
      <p className={status === 'open' ? styles['open'] : styles['state']}>
        {words.map((word, at) => (
          <Fragment key={word}>
            {at > 0 && <span className={styles['dot']} />}
            {word}
          </Fragment>
        ))}
      </p>
      {opinion && <p className={styles['opinion']}>{opinion}</p>}
      {signatureUrl && <img className={styles['signature']} src={signatureUrl} alt={`${name}的签名`} />}
      {condition && <p className={styles['condition']}>条件：{condition}</p>}
      {onRemove && taskId && (
        <button type="button" className={styles['remove']} onClick={() => onRemove(taskId)}>
          撤销加签
        </button>
      )}
    </li>
  )
}

const looks: Partial<Record<FlowTaskStatus, 'open' | 'ahead'>> = { open: 'open', waiting: 'ahead', suspended: 'ahead' }

const Face = ({ name, look }: { name: string; look: 'past' | 'open' | 'ahead' }) => (
  <span className={styles['face']} data-look={look} aria-hidden="true">
    {name.slice(0, 1)}
  </span>
)

/** The state is also a word below the name. */
function Mark({ status }: { status: FlowTaskStatus }) {
  if (status === 'approved')
    return (
      <span className={styles['mark']} data-tone="success">
        <CheckIcon size={12} />
      </span>
    )
  if (status === 'rejected' || status === 'returned')
    return (
      <span className={styles['mark']} data-tone="error">
        <CloseIcon size={12} />
      </span>
    )
  if (status === 'open')
    return (
      <span className={styles['mark']} data-tone="warning">
        <ClockIcon size={12} />
      </span>
    )
  return null
}

/** Everything that happened, also what changed no seat: reminders, comments, copies. */
const Records = ({ of: monitors }: { of: readonly FlowMonitor[] }) => (
  <details className={styles['records']}>
    <summary>全部记录 {monitors.length} 条</summary>
    <ol>
      {monitors.map(({ stepName, user, time, opinion, state, isVoid }, at) => (
        <li key={at}>
          <span>
            {[user || '系统', state, stepName].filter(Boolean).join(' ')}
            {isVoid && <span className={styles['void']}>失效</span>}
          </span>
          <time dateTime={time}>{formatDecisionTime(time)}</time>
          {opinion && <p>{opinion}</p>}
        </li>
      ))}
    </ol>
  </details>
)
