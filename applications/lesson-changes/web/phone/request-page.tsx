import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { DetailList, DetailRow } from '#packages/web/light/row.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { FlowOfRecord } from '#kernel/approval/web/api.ts'
import { coverApi, coverKinds, coverSources, type CoverRequest } from '#engines/cover/contract.ts'
import { CoverStatusTag, DeclineSheet, RequestLessons, useAnswers } from '#engines/cover/web/api.ts'
import { WithdrawSheet } from './withdraw-sheet.tsx'
import styles from './mine.module.css'

const answerTexts = { waiting: '等待答复', yes: '已同意', no: '已拒绝', late: '已由他人接课' } as const

const read = (id: string) =>
  call(coverApi.detail, { query: { id } }).catch((error: unknown) => {
    // What the reader may not see cannot be loaded by trying again.
    if (isMissingOrForbidden(error)) return 'missing' as const
    throw error
  })

interface Props {
  id: string
  today: string
  onBack: () => void
}

/** One request: its lessons, who gave them before, who answered what, and what the reader can do. */
export function RequestPage({ id, today, onBack }: Props) {
  const isOnline = useOnline()
  const { answer, again } = useLoaded(id, () => read(id))
  const [sheet, setSheet] = useState<'decline' | 'withdraw'>()
  const { showMessage, showWarning, toast } = useToast()
  const answers = useAnswers({
    onDone: (message) => {
      showMessage(message)
      again()
    },
    onRefused: (message) => {
      showWarning(message)
      again()
    },
  })
  const request = answer && answer !== 'failed' && answer !== 'missing' ? answer : undefined
  const can = (act: CoverRequest['may'][number]) => request?.may.includes(act) ?? false
  const close = () => setSheet(undefined)
  return (
    <LightPage
      head={<Bar title="代调课详情" back={onBack} help="my-covers" />}
      dock={
        <>
          {toast}
          {request && (can('answer') || can('claim') || can('recall')) && (
            <Foot
              before={
                can('answer') && (
                  <Button kind="plain" size="task" isDisabled={!isOnline} onClick={() => setSheet('decline')}>
                    拒绝
                  </Button>
                )
              }
            >
              {can('answer') && (
                <Button
                  size="task"
                  isDisabled={!isOnline}
                  busy={answers.busy.has(id) && '请稍等…'}
                  onClick={() => void answers.agree([request])}
                >
                  同意
                </Button>
              )}
              {can('claim') && (
                <Button
                  size="task"
                  isDisabled={!isOnline}
                  busy={answers.busy.has(id) && '请稍等…'}
                  onClick={() => void answers.claim(request)}
                >
                  认领
                </Button>
              )}
              {can('recall') && (
                <Button kind="plain" size="task" isDisabled={!isOnline} onClick={() => setSheet('withdraw')}>
                  撤回
                </Button>
              )}
            </Foot>
          )}
        </>
      }
    >
      {!isOnline && <Note kind="offline">没有网络，现在不能处理</Note>}
      {request && <Record request={request} today={today} />}
      {answer === 'missing' && <EmptyState title="看不到这项代调课">它不存在，或您没有权限查看。</EmptyState>}
      {answer === 'failed' && <PageLoadError onRetry={again} />}
      {!answer && <Skeleton blocks={[[50, 70, 90]]} />}
      {request && sheet === 'decline' && (
        <DeclineSheet
          request={request}
          isBusy={answers.busy.has(id)}
          onClose={close}
          onDecline={(note) => void answers.decline(request, note).then(close)}
        />
      )}
      {request && sheet === 'withdraw' && <WithdrawSheet request={request} answers={answers} onClose={close} />}
    </LightPage>
  )
}

function Record({ request, today }: { request: CoverRequest; today: string }) {
  const { kind, status, applicant, source, reason, note, appliedAt, asked, chain, flowId, legs, isBackfilled } = request
  const teachers = legs.flatMap(({ to }) => to?.name ?? [])
  return (
    <>
      <Card title={labelOf(coverKinds, kind)} aside={<CoverStatusTag status={status} />}>
        <div className={styles['words']}>
          <RequestLessons request={request} today={today} />
        </div>
      </Card>
      <DetailList>
        <DetailRow label="申请人" secondLine={formatDayTime(appliedAt)}>
          {applicant.name}
        </DetailRow>
        {teachers.length > 0 && <DetailRow label="上课教师">{[...new Set(teachers)].join('、')}</DetailRow>}
        {source && (
          <DetailRow label="原因">{[labelOf(coverSources, source), reason].filter(Boolean).join('，')}</DetailRow>
        )}
        {isBackfilled && <DetailRow label="补登">课后补登</DetailRow>}
        {note && <DetailRow label="说明">{note}</DetailRow>}
      </DetailList>
      {chain.length > 1 && (
        <Card title="转代">
          <ol className={styles['chain']} aria-label="转代">
            {chain.map((name, at) => (
              // Somebody may take a lesson twice.
              // eslint-disable-next-line react/no-array-index-key
              <li key={`${name} ${at}`}>{name}</li>
            ))}
          </ol>
        </Card>
      )}
      {asked.length > 0 && (
        <Card title="征询">
          <ul className={styles['steps']} aria-label="征询">
            {asked.map((one) => (
              <li key={one.id}>
                <span>{one.name}</span>
                <span className={styles['second']}>
                  {[answerTexts[one.answer], one.note].filter(Boolean).join('：')}
                  {one.at && ` ${formatDayTime(one.at).slice(5)}`}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {flowId && (
        <Card title="审核">
          <FlowOfRecord flowId={flowId} />
        </Card>
      )}
    </>
  )
}
