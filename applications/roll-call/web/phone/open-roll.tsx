import { useState } from 'react'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { getOutbox, useOutbox } from '#packages/web/core/outbox/device-outbox.ts'
import type { RosterMark } from '#packages/web/core/roster-pad/roster-types.ts'
import { useSession } from '#packages/web/core/session.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { OutboxStrip } from '#packages/web/light/outbox/outbox-strip.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { RosterCounts } from '#packages/web/light/roster-pad/roster-counts.tsx'
import { RosterPad } from '#packages/web/light/roster-pad/roster-pad.tsx'
import { useOnline } from '#packages/web/light/use-online.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import type { Roll } from '#engines/attendance/contract.ts'
import { describeOutboxEntry, listRollItems, toLessonLink } from '../roll/outbox-items.ts'
import {
  countRoll,
  describePupilConflict,
  describeSubmit,
  getLayout,
  getObstacle,
  listCounts,
  nameLesson,
  rollCycle,
  rollStatuses,
  toPeople,
} from '../roll/roll-marks.ts'
import { useRoll } from '../roll/use-roll.ts'
import { ConfirmAllPresent } from './confirm-all-present.tsx'
import { CorrectionSheet } from './correction-sheet.tsx'
import { RandomPick } from './random-pick.tsx'
import styles from './roll.module.css'

interface Props {
  roll: Roll
  onChooseLesson: () => void
  /** Loads it again. */
  onChanged: () => void
}

type Sheet = 'confirm' | 'correct' | 'pick'

/** The roll of one lesson: everybody is there until a tap says otherwise. */
export function OpenRoll({ roll: loaded, onChooseLesson, onChanged }: Props) {
  const isOnline = useOnline()
  const items = listRollItems(useOutbox())
  const userName = useSession((session) => session.user?.realName)
  const { showMessage, showWarning, toast } = useToast()
  const [sheet, setSheet] = useState<Sheet>()
  const [isCorrecting, setCorrecting] = useState(false)
  const { roll, marks, untappedCount, isSubmitted, isSending, hasChanges, refusal, tap, submit, changes, dropChanges } =
    useRoll(loaded, {
      onSaved: ({ present, expected }, isDone) => {
        if (isDone) showMessage(`已提交，到 ${present} 人，应到 ${expected} 人`)
      },
      onUnkept: () => showWarning('本机存不下点名记录，请不要关闭页面'),
    })
  const { lesson, pupils, may } = roll
  const obstacle = getObstacle(roll)
  const maySave = may.includes('save')
  const mayCorrect = !maySave && may.includes('correct')
  const isReadOnly = !maySave && !isCorrecting
  const counts = countRoll(pupils, marks)
  const people = toPeople(pupils, marks)
  const conflicts = pupils.map(describePupilConflict).filter((text) => text !== undefined)
  const isFull = counts.present === counts.expected

  const change = (id: string, mark: RosterMark) => {
    const person = people.find((one) => one.id === id)
    const before = marks[id]
    const label = rollStatuses.find(({ value }) => value === mark.status)?.label
    tap(id, mark)
    showMessage(`${person?.name}：${label}`, () => before && tap(id, before))
  }
  const send = async () => {
    setSheet(undefined)
    await submit()
    if (!navigator.onLine) showMessage('已存在本机，联网后自动上传')
  }
  const title = nameLesson(lesson)
  return (
    <LightPage
      head={<Bar title={title} back={staffHome} help="roll-call" />}
      dock={
        <>
          {toast}
          {maySave && (
            <Foot>
              <Button
                size="task"
                busy={isSending && isOnline && '正在提交…'}
                isDisabled={(isSubmitted && !hasChanges) || pupils.length === 0 || untappedCount > 0}
                onClick={() => (isFull && !isSubmitted ? setSheet('confirm') : void send())}
              >
                {isSubmitted && !hasChanges
                  ? isSending
                    ? '已存在本机，等待上传'
                    : '已提交'
                  : untappedCount > 0
                    ? `还有 ${untappedCount} 人没有点`
                    : describeSubmit(counts, isSubmitted ? '提交修改' : '提交')}
              </Button>
            </Foot>
          )}
          {mayCorrect && (
            <Foot
              {...(isCorrecting && {
                before: (
                  <Button
                    kind="plain"
                    size="task"
                    onClick={() => {
                      dropChanges()
                      setCorrecting(false)
                    }}
                  >
                    取消
                  </Button>
                ),
              })}
            >
              {isCorrecting ? (
                <Button size="task" isDisabled={!hasChanges || !isOnline} onClick={() => setSheet('correct')}>
                  {`提交修改 ${changes.length} 人`}
                </Button>
              ) : (
                <Button kind="tint" size="task" onClick={() => setCorrecting(true)}>
                  修改考勤
                </Button>
              )}
            </Foot>
          )}
        </>
      }
    >
      <div className={styles['page']}>
        <OutboxStrip
          items={items}
          describe={describeOutboxEntry}
          linkTo={toLessonLink}
          onDismiss={(id) => void getOutbox().dismiss(id)}
        />
        <div className={styles['head']}>
          <p className={styles['when']}>
            <span>{formatWeekday(lesson.day).slice(5)}</span>
            <span>
              {lesson.periodName} {lesson.begins}–{lesson.ends}
            </span>
            {lesson.roomName && <span>{lesson.roomName}</span>}
            {lesson.isBackfill && maySave && <b>补点</b>}
          </p>
          <span className={styles['tools']}>
            <TextButton onClick={() => setSheet('pick')}>随机提问</TextButton>
            <TextButton onClick={onChooseLesson}>换一节</TextButton>
          </span>
          <RosterCounts counts={listCounts(counts)} />
        </div>
        {obstacle && <Note kind="warning">{obstacle}</Note>}
        {refusal && <Note kind="error">{refusal.message}</Note>}
        {conflicts.length > 0 && (
          <Note kind="warning" title={`${conflicts.length}名学生两次点名不同，以后点的为准`}>
            <ul>
              {conflicts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Note>
        )}
        <RosterPad
          label={`${lesson.groupName}名单`}
          people={people}
          statuses={rollStatuses}
          cycle={rollCycle}
          marks={marks}
          onChange={change}
          layout={getLayout(pupils)}
          isReadOnly={isReadOnly}
          watermark={userName}
        />
        {!isReadOnly && <p className={styles['hint']}>点一下是未到，再点是迟到；长按可选请假、早退等。</p>}
      </div>
      {sheet === 'confirm' && (
        <ConfirmAllPresent
          expected={counts.expected}
          onConfirm={() => void send()}
          onClose={() => setSheet(undefined)}
        />
      )}
      {sheet === 'correct' && (
        <CorrectionSheet
          lesson={lesson}
          changes={changes}
          onClose={() => setSheet(undefined)}
          onDone={(message) => {
            setSheet(undefined)
            setCorrecting(false)
            dropChanges()
            showMessage(message)
            onChanged()
          }}
        />
      )}
      {sheet === 'pick' && (
        <RandomPick lessonId={lesson.lessonId} people={people} marks={marks} onClose={() => setSheet(undefined)} />
      )}
    </LightPage>
  )
}
