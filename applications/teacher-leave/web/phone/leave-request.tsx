import { useState } from 'react'
import { newId } from '#packages/core'
import { getErrorMessage, isRetryableError } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { deviceDraftStore, type DraftStore, type FlowRecord } from '#packages/web/light/phone-flow/draft-store.ts'
import { createFlowRecord, useDraft } from '#packages/web/light/phone-flow/use-draft.ts'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useBackKey } from '#packages/web/light/use-back-key.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import { FlowPreview } from '#kernel/approval/web/api.ts'
import { listCoverInputs, listOpen } from '#engines/cover/web/api.ts'
import { leaveApi, type LeaveChoices, type LeaveDetail } from '../../contract.ts'
import { formatCount, formatSpan, listCountNotes } from '../leave-text.ts'
import {
  emptyDraft,
  findMissing,
  getSpan,
  isStale,
  readCovers,
  toDraft,
  toForm,
  type LeaveDraft,
} from './leave-draft.ts'
import { remindOfLessons } from '../lesson-reminder.ts'
import { LessonsMeanwhile } from './lessons-meanwhile.tsx'
import { BirthField, DeputyField, MoreFields, ProofField, ReasonField, SpanField, TypeField } from './leave-fields.tsx'
import styles from './leave-request.module.css'

/** A new request, one that was not sent or was sent back, or the change of one that holds. */
export type RequestTarget = { kind: 'new' } | { kind: 'edit' | 'change'; id: string }

interface Props {
  target: RequestTarget
  /** Drafts stay on the phone until they are sent. */
  store?: DraftStore
  onClose: () => void
  onDone: (id: string) => void
}

interface Loaded {
  choices: LeaveChoices
  leave: LeaveDetail | undefined
  start: LeaveDraft
  stored: FlowRecord | undefined
}

async function load(target: RequestTarget, store: DraftStore, name: string): Promise<Loaded> {
  const [choices, leave, stored] = await Promise.all([
    call(leaveApi.choices),
    target.kind === 'new' ? undefined : call(leaveApi.detail, { query: { id: target.id } }),
    // A browser without storage can still be used.
    store.read(name).catch(() => undefined),
  ])
  const isUseful = stored && !isStale(stored.draft as LeaveDraft, choices)
  return { choices, leave, start: leave ? toDraft(leave) : emptyDraft, stored: isUseful ? stored : undefined }
}

/** 请假 on one screen: type, time and reason as chips, who decides meanwhile, a proof, and who will approve. */
export function LeaveRequest({ target, store = deviceDraftStore, onClose, onDone }: Props) {
  const title = target.kind === 'change' ? '变更请假' : '请假'
  usePageTitle(title)
  useBackKey(onClose)
  const userId = useSession((session) => session.user?.userId) ?? ''
  const name = `leave/${userId}/${target.kind === 'new' ? 'new' : `${target.kind}-${target.id}`}`
  const { answer, again } = useLoaded(name, () => load(target, store, name))
  if (answer && answer !== 'failed')
    return <RequestForm {...answer} {...{ target, title, name, store, onClose, onDone }} />
  return (
    <LightPage head={<Bar title={title} back={onClose} help="my-leave" />}>
      {answer === 'failed' ? <PageLoadError onRetry={again} /> : <Skeleton blocks={[[30, 100, 30, 100]]} />}
    </LightPage>
  )
}

type FormProps = Loaded & Required<Props> & { title: string; name: string }

function RequestForm({ target, title, name, store, choices, leave, start, stored, onClose, onDone }: FormProps) {
  const isOnline = useOnline()
  const { record, change, discard } = useDraft({
    name,
    first: stored ?? createFlowRecord(start),
    store,
    save: undefined,
  })
  const draft = record.draft as LeaveDraft
  const [isRestored, setRestored] = useState(stored !== undefined)
  const [files, setFiles] = useState<string[]>(() => leave?.files.map(({ id }) => id) ?? [])
  const [pending, setPending] = useState<string>()
  const [hasTried, setTried] = useState(false)
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const type = choices.types.find(({ id }) => id === draft.typeId)
  const span = getSpan(draft, type, choices.noon)
  const missing = findMissing(draft, span)
  const errors = hasTried ? missing : {}
  const changeId = target.kind === 'new' ? null : target.id
  const counting =
    span && !missing.span ? { ...span, change: changeId, userId: null, hasFiles: files.length > 0 } : undefined
  const { answer: counted, again } = useLoaded(counting ? JSON.stringify(counting) : undefined, () =>
    call(leaveApi.count, { query: counting! }),
  )
  const count = counted && counted !== 'failed' ? counted : undefined
  const { answer: affected, again: loadLessons } = useLoaded(counting && `lessons ${JSON.stringify(counting)}`, () =>
    call(leaveApi.lessons, { query: counting! }),
  )
  const lessons = affected && affected !== 'failed' ? affected : []
  const open = listOpen(lessons, readCovers(draft)).length
  const reminder = remindOfLessons(choices.beforeLeave, open)
  const isBlocked = choices.beforeLeave === 'block' && open > 0
  const set = (part: Partial<LeaveDraft>) => {
    setFault('')
    // Another content is another write.
    change({ draft: { ...draft, ...part }, idempotencyKey: newId() })
  }
  const send = async () => {
    setTried(true)
    if (isSending || !span || Object.keys(missing).length > 0) return
    if (pending) return setFault(pending)
    setSending(true)
    try {
      const { idempotencyKey } = record
      const sent = toForm(draft, span, { id: changeId, files, covers: listCoverInputs(lessons, readCovers(draft)) })
      const { id } =
        target.kind === 'change'
          ? await call(leaveApi.change, { body: { ...sent, id: target.id }, idempotencyKey })
          : await call(leaveApi.submit, { body: sent, idempotencyKey })
      await discard(start).catch(() => {})
      onDone(id)
    } catch (error) {
      const isRetryable = isRetryableError(error)
      // What was refused may be sent again later, as another write.
      if (!isRetryable) change({ idempotencyKey: newId() })
      setFault(isRetryable ? '没有提交成功，填写的内容已保存在手机上，请稍后再提交' : getErrorMessage(error))
      setSending(false)
    }
  }
  return (
    <LightPage
      head={<Bar title={title} back={onClose} help="my-leave" />}
      dock={
        <Foot
          above={
            fault ? (
              <Note kind="error">{fault}</Note>
            ) : !isOnline ? (
              <Note kind="offline">没有网络，可以先填写，联网后提交</Note>
            ) : (
              reminder && <Note kind="warning">{reminder}</Note>
            )
          }
        >
          <Button
            size="task"
            busy={isSending && '正在提交…'}
            isDisabled={!isOnline || isBlocked || (count?.problems.length ?? 0) > 0}
            onClick={() => void send()}
          >
            提交{title}
          </Button>
        </Foot>
      }
    >
      {isRestored && (
        <Note kind="info">
          已恢复上次没有提交的内容
          <TextButton
            onClick={() => {
              setRestored(false)
              void discard(start).catch(() => {})
            }}
          >
            重新填写
          </TextButton>
        </Note>
      )}
      <Card key={isRestored ? 'restored' : 'own'}>
        <div className={styles['fields']}>
          <TypeField draft={draft} choices={choices} error={errors.type} onChange={set} />
          {type?.kind === 'maternity' && <BirthField draft={draft} onChange={set} />}
          <div>
            <SpanField draft={draft} type={type} choices={choices} error={errors.span} onChange={set} />
            {span && (
              <p className={styles['count']} role="status">
                <span>{formatSpan(span)}</span>
                {count && <strong>{formatCount(count)}</strong>}
                {counted === 'failed' && <TextButton onClick={again}>天数没有算出，重试</TextButton>}
              </p>
            )}
            {count && listCountNotes(count).map((note) => <p key={note}>{note}</p>)}
          </div>
          {count?.problems.map((problem) => (
            <Note key={problem} kind="error">
              {problem}
            </Note>
          ))}
          <ReasonField draft={draft} choices={choices} error={errors.reason} onChange={set} />
        </div>
      </Card>
      {span && affected && (
        <LessonsMeanwhile
          lessons={affected}
          choices={readCovers(draft)}
          isReminding={choices.beforeLeave !== 'no'}
          onRetry={loadLessons}
          onChange={(choices) => set({ covers: JSON.stringify(choices) })}
        />
      )}
      <Card key={isRestored ? 'restored more' : 'own more'}>
        <div className={styles['fields']}>
          <DeputyField draft={draft} choices={choices} onChange={set} />
          <ProofField
            value={files}
            known={leave?.files}
            onChange={(next) => {
              setFiles(next)
              set({})
            }}
            onPending={setPending}
          />
          <MoreFields draft={draft} onChange={set} />
        </div>
      </Card>
      {span && count && count.problems.length === 0 && (
        <Card title="审批人">
          <FlowPreview
            subject="teacher-leave"
            orgId={count.approval.orgId}
            values={{ ...count.approval.values, leavesCity: draft.leavesCity !== '' }}
          />
        </Card>
      )}
    </LightPage>
  )
}
