import { useState } from 'react'
import { addDays, dayOf, newId } from '#packages/core'
import { labelOf } from '#packages/contract'
import { getErrorMessage, isRetryableError } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { formatClock } from '#packages/web/core/format/time.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { DateField } from '#packages/web/light/date-field.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { MultiChips } from '#packages/web/light/multi-chips.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { InlineLoadError } from '#packages/web/light/state-notice.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import { useBackKey } from '#packages/web/light/use-back-key.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import { PhotosField } from '#kernel/files/web/api.ts'
import { halves } from '#kernel/schooling/contract.ts'
import {
  familyAttendanceApi as api,
  pupilLeaveKinds,
  symptoms,
  type PupilLeaveKind,
  type Symptom,
} from '../../contract.ts'
import { formatLeaveSpan } from '../../contract-leave-span.ts'
import { ChildChips } from './child-chips.tsx'
import {
  createDraft,
  findMissing,
  getSpan,
  toForm,
  type LeaveDraft,
  type LeaveErrors,
  type LeaveTime,
} from './leave-draft.ts'
import styles from './leave.module.css'

interface Props {
  child: { id: string; name: string }
  onClose: () => void
  onDone: () => void
}

const times: Record<LeaveTime, string> = {
  today: '今天全天',
  am: '今天上午',
  pm: '今天下午',
  tomorrow: '明天全天',
  periods: '选节次',
  days: '选日期',
}
const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const kindOptions = (Object.keys(pupilLeaveKinds) as PupilLeaveKind[]).map((kind) => ({
  value: kind,
  label: labelOf(pupilLeaveKinds, kind),
}))
const symptomOptions = (Object.keys(symptoms) as Symptom[]).map((symptom) => ({
  value: symptom,
  label: labelOf(symptoms, symptom),
}))
const mostPhotos = 3
const daysAhead = 30
const daysBack = 7

/** 请假 on one screen: the kind is one tap, the day is today unless told otherwise. */
export function LeaveForm({ child, onClose, onDone }: Props) {
  const title = `为${child.name}请假`
  usePageTitle(title)
  useBackKey(onClose)
  const [today] = useState(() => dayOf(new Date()))
  const [draft, setDraft] = useState(() => createDraft(today, formatClock(new Date())))
  const [key, setKey] = useState(newId)
  const [pending, setPending] = useState<string>()
  const [hasTried, setTried] = useState(false)
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const isOnline = useOnline()
  const span = getSpan(draft, today)
  const { answer, again } = useLoaded(`${child.id} ${span.startsOn}`, () =>
    call(api.leaveOptions, { query: { studentId: child.id, day: span.startsOn || today } }),
  )
  const options = answer && answer !== 'failed' ? answer : undefined
  const missing = findMissing(draft, span)
  const errors = hasTried ? missing : {}
  const set = (part: Partial<LeaveDraft>) => {
    setFault('')
    // Another content is another write.
    setKey(newId())
    setDraft((before) => ({ ...before, ...part }))
  }
  const send = async () => {
    setTried(true)
    if (isSending || draft.kind === '' || Object.keys(missing).length > 0) return
    if (pending) return setFault(pending)
    setSending(true)
    try {
      await call(api.apply, { body: toForm(draft, draft.kind, child.id, span), idempotencyKey: key })
      onDone()
    } catch (error) {
      // What was refused may be sent again later, as another write.
      if (!isRetryableError(error)) setKey(newId())
      setFault(isRetryableError(error) ? '没有提交成功，请稍后再提交' : getErrorMessage(error))
      setSending(false)
    }
  }
  return (
    <LightPage
      head={<Bar title={title} back={onClose} help="family-leave" />}
      dock={
        <Foot
          above={
            fault ? (
              <Note kind="error">{fault}</Note>
            ) : (
              !isOnline && <Note kind="offline">没有网络，可以先填写，联网后提交</Note>
            )
          }
        >
          <Button size="task" busy={isSending && '正在提交…'} isDisabled={!isOnline} onClick={() => void send()}>
            提交请假
          </Button>
        </Foot>
      }
    >
      <ChildChips />
      <Card>
        <div className={styles['fields']}>
          <Chips
            label="类型"
            name="kind"
            value={draft.kind}
            error={errors.kind}
            options={kindOptions}
            onChange={(kind) => set({ kind: kind as PupilLeaveKind })}
          />
          <Chips
            label="时间"
            name="time"
            value={draft.time}
            error={draft.time === 'periods' || draft.time === 'days' ? undefined : errors.time}
            options={toOptions(times)}
            onChange={(time) => set({ time: time as LeaveTime, periodIds: [] })}
          />
          {draft.time === 'days' && <DaysFields draft={draft} today={today} error={errors.time} onChange={set} />}
          {draft.time === 'periods' && (
            <>
              <DateField
                label="日期"
                name="day"
                min={addDays(today, -daysBack)}
                max={addDays(today, daysAhead)}
                value={draft.startsOn}
                onChange={(startsOn) => set({ startsOn, periodIds: [] })}
              />
              {answer === 'failed' && <InlineLoadError onRetry={again} />}
              {options && options.periods.length === 0 && <Note kind="info">学校没有设置这天的节次，请选日期</Note>}
              {options && options.periods.length > 0 && (
                <MultiChips
                  label="节次"
                  name="periods"
                  values={draft.periodIds}
                  error={errors.time}
                  options={options.periods.map(({ id, name, subjectName }) => ({
                    value: id,
                    label: [name, subjectName].filter(Boolean).join(' '),
                  }))}
                  onChange={(periodIds) => set({ periodIds })}
                />
              )}
            </>
          )}
          {draft.kind === 'sick' && (
            <MultiChips
              label="症状"
              name="symptoms"
              isOptional
              values={draft.symptoms}
              options={symptomOptions}
              onChange={(chosen) => set({ symptoms: chosen as Symptom[] })}
            />
          )}
          <TextField
            label="事由"
            name="reason"
            maxLength={200}
            isOptional={draft.kind === '' || draft.kind === 'sick'}
            hint="只有班主任和学校负责人能看到"
            value={draft.reason}
            error={errors.reason}
            onChange={(reason) => set({ reason })}
          />
          <PhotosField
            name="photos"
            label="病历或证明照片"
            isOptional
            error={undefined}
            hint={undefined}
            known={undefined}
            orgId={null}
            max={mostPhotos}
            value={draft.fileIds}
            onChange={(fileIds) => set({ fileIds: fileIds as string[] })}
            onPending={setPending}
          />
        </div>
      </Card>
      {!missing.time && (
        <p className={styles['sum']} role="status">
          {formatLeaveSpan(span, options?.periods ?? [])}
          {options?.classTeacher && `，由${options.classTeacher}审批`}
        </p>
      )}
    </LightPage>
  )
}

interface DaysProps {
  draft: LeaveDraft
  today: string
  error: LeaveErrors['time']
  onChange: (part: Partial<LeaveDraft>) => void
}

const halfOptions = toOptions(halves)

function DaysFields({ draft, today, error, onChange }: DaysProps) {
  const toHalf = (half: string) => (half === 'pm' ? 'pm' : 'am')
  return (
    <>
      <DateField
        label="开始日期"
        name="startsOn"
        min={addDays(today, -daysBack)}
        max={addDays(today, daysAhead)}
        value={draft.startsOn}
        onChange={(startsOn) => onChange({ startsOn, ...(draft.endsOn < startsOn && { endsOn: startsOn }) })}
      />
      <Chips
        label="开始时段"
        name="startHalf"
        hasMark={false}
        value={draft.startHalf}
        options={halfOptions}
        onChange={(half) => onChange({ startHalf: toHalf(half) })}
      />
      <DateField
        label="结束日期"
        name="endsOn"
        min={draft.startsOn}
        value={draft.endsOn}
        onChange={(endsOn) => onChange({ endsOn })}
      />
      <Chips
        label="结束时段"
        name="endHalf"
        hasMark={false}
        value={draft.endHalf}
        error={error}
        options={halfOptions}
        onChange={(half) => onChange({ endHalf: toHalf(half) })}
      />
    </>
  )
}
