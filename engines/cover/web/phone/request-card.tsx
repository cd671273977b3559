import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { Button } from '#packages/web/light/button.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { coverKinds, coverStatuses, type CoverRequest, type CoverStatus } from '../../contract.ts'
import { describeRequest, formatDay, getTagState, nameLesson } from './cover-words.ts'
import { DeclineSheet } from './decline-sheet.tsx'
import type { Answers } from './use-answers.ts'
import styles from './request-card.module.css'

export const CoverStatusTag = ({ status }: { status: CoverStatus }) => (
  <Tag state={getTagState(status)}>{labelOf(coverStatuses, status)}</Tag>
)

/** The lessons of a request: day, period, class, and where each goes. */
export function RequestLessons({ request: { kind, legs }, today }: { request: CoverRequest; today: string }) {
  return legs.map((leg) => (
    <span key={leg.id} className={styles['lesson']}>
      <b>
        {formatDay(leg.day, today)} {leg.periodName} {nameLesson(leg)}
      </b>
      <span className={styles['facts']}>
        <span>
          {leg.begins}–{leg.ends}
        </span>
        {kind === 'swap' && leg.from && <span>{leg.from.name}</span>}
        {leg.toDay && (
          <span>
            调至{formatDay(leg.toDay, today)} {leg.toPeriodName}
          </span>
        )}
      </span>
    </span>
  ))
}

interface Props {
  request: CoverRequest
  today: string
  answers: Answers
  isOnline: boolean
  /** Opens the details. */
  onOpen?: () => void
}

/** What somebody asks of the reader, with the answers. */
export function RequestCard({ request, today, answers, isOnline, onOpen }: Props) {
  const [isDeclining, setDeclining] = useState(false)
  const { id, may, kind, reason } = request
  const isBusy = answers.busy.has(id)
  const words = (
    <>
      <RequestLessons request={request} today={today} />
      <span className={styles['wish']}>
        {describeRequest(request)}
        {reason && `：${reason}`}
      </span>
    </>
  )
  return (
    <article className={styles['asked']} aria-label={`${labelOf(coverKinds, kind)} ${describeRequest(request)}`}>
      {onOpen ? (
        <button type="button" className={styles['words']} onClick={onOpen}>
          {words}
        </button>
      ) : (
        <div className={styles['words']}>{words}</div>
      )}
      <div className={styles['buttons']}>
        {may.includes('answer') && (
          <>
            <Button kind="plain" isDisabled={!isOnline || isBusy} onClick={() => setDeclining(true)}>
              拒绝
            </Button>
            <Button
              isDisabled={!isOnline}
              busy={isBusy && !isDeclining && '请稍等…'}
              onClick={() => void answers.agree([request])}
            >
              同意
            </Button>
          </>
        )}
        {may.includes('claim') && (
          <Button isDisabled={!isOnline} busy={isBusy && '请稍等…'} onClick={() => void answers.claim(request)}>
            认领
          </Button>
        )}
      </div>
      {isDeclining && (
        <DeclineSheet
          request={request}
          isBusy={isBusy}
          onClose={() => setDeclining(false)}
          onDecline={(note) => void answers.decline(request, note).then(() => setDeclining(false))}
        />
      )}
    </article>
  )
}
