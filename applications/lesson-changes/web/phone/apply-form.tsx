import { useState } from 'react'
import { optionsOf } from '#packages/contract'
import { addDays, getMonday, newId } from '#packages/core'
import { getErrorMessage, isRetryableError } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import { useBackKey } from '#packages/web/light/use-back-key.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import {
  coverApi,
  coverSources,
  type CoverLesson,
  type CoverSource,
  type CoverStatus,
  type CoverItem,
} from '#engines/cover/contract.ts'
import { CoverPicker, describeOutcome, isPassedOn, listCoverInputs, type CoverChoices } from '#engines/cover/web/api.ts'
import styles from './mine.module.css'

interface Props {
  today: string
  onClose: () => void
  /** With what is told. */
  onDone: (message: string) => void
}

/** The office has its own form. */
const sources = optionsOf(coverSources).filter(({ value }) => value !== 'office')

const weekNames = ['本周', '下周', '下下周']

/** 已提交，等待王芳老师确认 */
function describeSent(items: readonly CoverItem[], choices: CoverChoices, status: CoverStatus | undefined) {
  if (items.length > 1) return `已提交 ${items.length} 节`
  const { askMode, people } = choices[items[0]!.lessonId]!
  return status === 'asking' && askMode === 'one' && people[0]
    ? `已提交，等待${people[0].name}老师确认`
    : describeOutcome('已提交', status)
}

/** 申请代调课 on one screen: why, and for each ticked lesson of a week who gives it. */
export function ApplyForm({ today, onClose, onDone }: Props) {
  usePageTitle('申请代调课')
  useBackKey(onClose)
  const isOnline = useOnline()
  // At the weekend the next week is meant.
  const thisMonday = getMonday(addDays(today, 2))
  const [monday, setMonday] = useState(thisMonday)
  const { answer, again } = useLoaded(monday, () =>
    call(coverApi.myLessons, { query: { from: monday < today ? today : monday, to: addDays(monday, 6) } }),
  )
  // What has begun can no longer be changed, and would only be in the way.
  const ahead = answer && answer !== 'failed' ? answer.filter(({ state }) => state !== 'past') : []
  const [picked, setPicked] = useState<ReadonlyMap<string, CoverLesson>>(new Map())
  const [choices, setChoices] = useState<CoverChoices>({})
  const [source, setSource] = useState<CoverSource>()
  const [reason, setReason] = useState('')
  const [hasTried, setTried] = useState(false)
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const [isPassingOn, setPassingOn] = useState(false)
  const [idempotencyKey, setKey] = useState(newId)
  const change = (run: () => void) => {
    run()
    setFault('')
    // Another content is another write.
    setKey(newId())
  }
  const lessons = [...picked.values()]
  const items = listCoverInputs(lessons, choices)
  const open = lessons.length - items.length
  const passedOn = lessons.filter(isPassedOn)
  const pick = (lesson: CoverLesson, isPicked: boolean) =>
    change(() => {
      const next = new Map(picked)
      if (isPicked) next.set(lesson.lessonId, lesson)
      else next.delete(lesson.lessonId)
      setPicked(next)
    })
  const choose = (next: CoverChoices) =>
    change(() => {
      setChoices(next)
      // A swap is between the two of them.
      if (!source && Object.values(next).some(({ kind }) => kind === 'swap')) setSource('exchange')
    })
  const send = async (isChainConfirmed: boolean) => {
    setTried(true)
    if (isSending || items.length === 0 || open > 0 || !source) return
    if (passedOn.length > 0 && !isChainConfirmed) return setPassingOn(true)
    setPassingOn(false)
    setSending(true)
    try {
      const body = { lessons: items, source, reason, isChainConfirmed }
      const [first] = await call(coverApi.apply, { body, idempotencyKey })
      onDone([describeSent(items, choices, first?.status), first?.advice].filter(Boolean).join('。'))
    } catch (error) {
      const isRetryable = isRetryableError(error)
      setFault(isRetryable ? '没有提交成功，填写的内容还在，请稍后再提交' : getErrorMessage(error))
      if (!isRetryable) {
        setKey(newId())
        again()
      }
      setSending(false)
    }
  }
  const missing = lessons.length === 0 ? '请选择课程' : open > 0 ? `还有${open}节课未安排` : ''
  return (
    <LightPage
      head={<Bar title="申请代调课" back={onClose} help="my-covers" />}
      dock={
        <Foot
          above={
            fault || (hasTried && missing) ? (
              <Note kind="error">{fault || missing}</Note>
            ) : (
              !isOnline && <Note kind="offline">没有网络，联网后才能提交</Note>
            )
          }
        >
          <Button size="task" busy={isSending && '正在提交…'} isDisabled={!isOnline} onClick={() => void send(false)}>
            {lessons.length > 0 ? `提交 ${lessons.length} 节` : '提交'}
          </Button>
        </Foot>
      }
    >
      <Card>
        <div className={styles['form']}>
          <Chips
            label="原因"
            name="source"
            value={source ?? ''}
            error={hasTried && !source ? '请选择原因' : undefined}
            hint="教务和审核人可以看到，学生和家长看不到"
            options={sources}
            onChange={(value) => change(() => setSource(value as CoverSource))}
          />
          <TextField
            label="说明"
            name="reason"
            isOptional
            maxLength={200}
            value={reason}
            onChange={(value) => change(() => setReason(value))}
          />
        </div>
      </Card>
      <Card title="选择课程">
        <div className={styles['weeks']} role="group" aria-label="选择一周">
          {[thisMonday, addDays(thisMonday, 7)].map((one, at) => (
            <button key={one} type="button" aria-pressed={one === monday} onClick={() => setMonday(one)}>
              {weekNames[at + (thisMonday > today ? 1 : 0)]}
            </button>
          ))}
        </div>
        {answer === 'failed' && <InlineLoadError onRetry={again} />}
        {!answer && <Skeleton blocks={[[40, 70, 40, 70]]} />}
        {answer && answer !== 'failed' && ahead.length === 0 && (
          <p className={styles['second']}>{answer.length === 0 ? '这一周没有课' : '这一周的课都已开始'}</p>
        )}
        {ahead.length > 0 && (
          <CoverPicker
            lessons={ahead}
            choices={choices}
            onChange={choose}
            picked={new Set(picked.keys())}
            onPicked={pick}
          />
        )}
      </Card>
      {isPassingOn && (
        <BottomSheet title="转给其他同事？" onClose={() => setPassingOn(false)}>
          {passedOn.map(({ lessonId, periodName, groupName, toNames }) => (
            <p key={lessonId}>
              {periodName} {groupName}：该节课已代给{toNames.join('、')}，是否由其再转出？
            </p>
          ))}
          <div className={styles['two']}>
            <Button kind="plain" size="task" onClick={() => setPassingOn(false)}>
              取消
            </Button>
            <Button size="task" onClick={() => void send(true)}>
              转出
            </Button>
          </div>
        </BottomSheet>
      )}
    </LightPage>
  )
}
