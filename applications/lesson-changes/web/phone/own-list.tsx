import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { EmptyState } from '#packages/web/light/state-notice.tsx'
import { askModes, coverKinds, type CoverRequest } from '#engines/cover/contract.ts'
import { CoverStatusTag, RequestLessons } from '#engines/cover/web/api.ts'
import type { ListProps } from './list-props.ts'
import { WithdrawSheet } from './withdraw-sheet.tsx'
import styles from './mine.module.css'

/** 代课，王芳; 代课，群发认领 */
function describeAsked({ kind, askMode, asked, legs }: CoverRequest) {
  const names = legs.flatMap(({ to }) => to?.name ?? [])
  const who = names.length > 0 ? names : asked.map(({ name }) => name)
  return [labelOf(coverKinds, kind), who.length > 0 ? [...new Set(who)].join('、') : labelOf(askModes, askMode)].join(
    '，',
  )
}

/** 我申请的: how each stands, and the way back. */
export function OwnList({ requests, today, answers, isOnline, onOpen }: ListProps) {
  const [withdrawing, setWithdrawing] = useState<CoverRequest>()
  if (requests.length === 0)
    return <EmptyState title="还没有申请过代调课">不能上课时，可以请同事代课，或与同事对调。</EmptyState>
  return (
    <>
      {requests.map((request) => (
        <Card key={request.id}>
          <button type="button" className={styles['row']} onClick={() => onOpen(request.id)}>
            <span className={styles['words']}>
              <RequestLessons request={request} today={today} />
              <span className={styles['second']}>{describeAsked(request)}</span>
            </span>
            <CoverStatusTag status={request.status} />
          </button>
          {request.may.includes('recall') && (
            <div className={styles['act']}>
              <Button kind="plain" isDisabled={!isOnline} onClick={() => setWithdrawing(request)}>
                撤回
              </Button>
            </div>
          )}
        </Card>
      ))}
      {withdrawing && (
        <WithdrawSheet request={withdrawing} answers={answers} onClose={() => setWithdrawing(undefined)} />
      )}
    </>
  )
}
