import { useState, type ReactNode } from 'react'
import { labelOf } from '#packages/contract'
import { coverKinds, coverSources, coverStatuses, type CoverRequest } from '#engines/cover/contract.ts'
import { describeLeg } from '#engines/cover/web/desk-api.ts'
import { FlowOfRecord } from '#kernel/approval/web/api.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FactGrid, type Fact } from '#packages/web/desk/fact-grid.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import styles from './request-row.module.css'

const lookOf = createStatusLook(coverStatuses)
const answers = { waiting: '未答复', yes: '同意', no: '拒绝', late: '已由他人认领' } as const

interface Props {
  request: CoverRequest
  /** Whom it concerns, in a few words: 请王芳、赵敏. */
  about: string
  /** Before the lesson: a tick. */
  lead?: ReactNode
  actions?: ReactNode
}

/** A request with its lessons and its state; the rest on demand. */
export function RequestRow({ request, about, lead, actions }: Props) {
  const [isOpen, setOpen] = useState(false)
  const look = lookOf(request.status)
  return (
    <li className={styles['row']}>
      <div className={styles['line']}>
        {lead}
        <div className={styles['words']}>
          {request.legs.map((leg) => (
            <p key={leg.id} className={styles['lesson']}>
              {describeLeg(leg)}
            </p>
          ))}
          <p className={styles['about']}>
            <span>{labelOf(coverKinds, request.kind)}</span>
            {about && <span>{about}</span>}
            {request.chain.length > 1 && <span>{request.chain.join(' → ')}</span>}
          </p>
        </div>
        {/* Whoever has to answer sees the buttons. */}
        {!request.may.some((act) => act === 'answer' || act === 'claim') && (
          <StatusTag tone={look.tone} icon={look.icon} quiet={look.isNormal ?? false}>
            {look.label}
          </StatusTag>
        )}
        <div className={styles['acts']}>
          {actions}
          <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '详情'}
          </Button>
        </div>
      </div>
      {isOpen && (
        <div className={styles['detail']}>
          <FactGrid facts={listFacts(request)} />
          {request.flowId && <FlowOfRecord flowId={request.flowId} />}
        </div>
      )}
    </li>
  )
}

function listFacts(request: CoverRequest): Fact[] {
  const { applicant, appliedAt, source, reason, asked, note } = request
  return [
    { label: '申请人', value: applicant.name },
    { label: '申请时间', value: formatDayTime(appliedAt) },
    ...(source ? [{ label: '来源', value: labelOf(coverSources, source) }] : []),
    ...(reason ? [{ label: '说明', value: reason }] : []),
    ...asked.map((one) => ({
      label: one.name,
      value: [answers[one.answer], one.note, one.at && formatDayTime(one.at)].filter(Boolean).join('　'),
    })),
    ...(note ? [{ label: '备注', value: note }] : []),
  ]
}
