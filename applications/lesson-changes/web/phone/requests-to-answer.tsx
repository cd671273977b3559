import { useState } from 'react'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { EmptyState } from '#packages/web/light/state-notice.tsx'
import { RequestCard, CoverStatusTag, describeLeg, RequestLessons } from '#engines/cover/web/api.ts'
import type { ListProps } from './list-props.ts'
import styles from './mine.module.css'

/** 待我确认: what waits for my answer, or may be claimed; below it what I answered. */
export function RequestsToAnswer({ requests, today, answers, isOnline, onOpen }: ListProps) {
  const [isChoosing, setChoosing] = useState(false)
  const open = requests.filter(({ may }) => may.includes('answer') || may.includes('claim'))
  const answerable = open.filter(({ may }) => may.includes('answer'))
  const past = requests.filter((request) => !open.includes(request))
  return (
    <>
      {open.length === 0 && (
        <EmptyState title="没有待确认的代调课">有同事请您代课或可以认领时，消息里会提醒您。</EmptyState>
      )}
      {answerable.length > 1 && (
        <Button kind="tint" isDisabled={!isOnline} onClick={() => setChoosing(true)}>
          批量同意
        </Button>
      )}
      {open.map((request) => (
        <Card key={request.id}>
          <RequestCard
            request={request}
            today={today}
            answers={answers}
            isOnline={isOnline}
            onOpen={() => onOpen(request.id)}
          />
        </Card>
      ))}
      {past.length > 0 && <h2 className={styles['heading']}>已处理</h2>}
      {past.map((request) => (
        <Card key={request.id}>
          <button type="button" className={styles['row']} onClick={() => onOpen(request.id)}>
            <span className={styles['words']}>
              <RequestLessons request={request} today={today} />
              <span className={styles['second']}>{request.applicant.name}</span>
            </span>
            <CoverStatusTag status={request.status} />
          </button>
        </Card>
      ))}
      {isChoosing && (
        <AgreeSheet
          requests={answerable}
          isBusy={answers.busy.size > 0}
          onAgree={(chosen) => void answers.agree(chosen).then(() => setChoosing(false))}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

interface AgreeProps {
  requests: ListProps['requests']
  isBusy: boolean
  onAgree: (requests: ListProps['requests']) => void
  onClose: () => void
}

function AgreeSheet({ requests, isBusy, onAgree, onClose }: AgreeProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = requests.filter(({ id }) => !left.has(id))
  return (
    <BottomSheet title="批量同意" onClose={onClose}>
      {requests.map(({ id, applicant, legs }) => (
        <Checkbox
          key={id}
          isLarge
          label={`${applicant.name}：${legs.map(describeLeg).join('；')}`}
          checked={!left.has(id)}
          onChange={({ target }) =>
            setLeft(target.checked ? new Set([...left].filter((one) => one !== id)) : new Set([...left, id]))
          }
        />
      ))}
      <Button size="task" isDisabled={chosen.length === 0} busy={isBusy && '正在提交…'} onClick={() => onAgree(chosen)}>
        同意 {chosen.length} 项
      </Button>
    </BottomSheet>
  )
}
