import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getOutbox, useOutbox } from '#packages/web/core/outbox/device-outbox.ts'
import type { RosterMark } from '#packages/web/core/roster-pad/roster-types.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { RosterPad } from '#packages/web/desk/roster-pad/roster-pad.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { OutboxStrip } from '#packages/web/desk/outbox/outbox-strip.tsx'
import { RosterCounts } from '#packages/web/light/roster-pad/roster-counts.tsx'
import type { Roll } from '#engines/attendance/contract.ts'
import { rollKey } from '../roll-queries.ts'
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
import { CorrectionDialog } from './correction-dialog.tsx'
import styles from './roll-panel.module.css'

/** The roll of one lesson on a desk, with the same pad as on a phone. */
export function RollPanel({ roll: loaded }: { roll: Roll }) {
  const toast = useToast()
  const client = useQueryClient()
  const items = listRollItems(useOutbox())
  const [dialog, setDialog] = useState<'full' | 'correct'>()
  const [isCorrecting, setCorrecting] = useState(false)
  const reload = () => client.invalidateQueries({ queryKey: rollKey })
  const { roll, marks, untappedCount, isSubmitted, isSending, hasChanges, refusal, tap, submit, changes, dropChanges } =
    useRoll(loaded, {
      onSaved: ({ present, expected }, isDone) => {
        if (isDone) toast.success(`已提交，到 ${present} 人，应到 ${expected} 人`)
        void reload()
      },
      onUnkept: () => toast.error('本机存不下点名记录，请不要关闭页面'),
    })
  const { lesson, pupils, may } = roll
  const obstacle = getObstacle(roll)
  const maySave = may.includes('save')
  const mayCorrect = !maySave && may.includes('correct')
  const counts = countRoll(pupils, marks)
  const conflicts = pupils.map(describePupilConflict).filter((text) => text !== undefined)
  const people = toPeople(pupils, marks)
  const change = (id: string, mark: RosterMark) => {
    const person = people.find((one) => one.id === id)
    const before = marks[id]
    tap(id, mark)
    const label = rollStatuses.find(({ value }) => value === mark.status)?.label
    toast.undo(`${person?.name}：${label}`, async () => before && tap(id, before))
  }
  const send = async () => {
    await submit()
    if (!navigator.onLine) toast.success('已存在本机，联网后自动上传')
  }
  const stop = () => {
    dropChanges()
    setCorrecting(false)
  }
  return (
    <>
      <OutboxStrip
        items={items}
        describe={describeOutboxEntry}
        linkTo={toLessonLink}
        onDismiss={(id) => void getOutbox().dismiss(id)}
      />
      {obstacle && (
        <p className={styles['warning']} role="status">
          {obstacle}
        </p>
      )}
      {refusal && (
        <p className={styles['error']} role="alert">
          {refusal.message}
        </p>
      )}
      {conflicts.length > 0 && (
        <div className={styles['warning']} role="status">
          <b>{`${conflicts.length}名学生两次点名不同，以后点的为准`}</b>
          <ul>
            {conflicts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <section className={styles['panel']} aria-label="点名">
        <div className={styles['head']}>
          <h2>{nameLesson(lesson)}</h2>
          <span className={styles['when']}>
            {lesson.periodName} {lesson.begins}–{lesson.ends} {lesson.roomName} {lesson.teacherNames}
          </span>
          <RosterCounts counts={listCounts(counts)} />
          <span className={styles['actions']}>
            {maySave && (
              <Button
                type="primary"
                loading={isSending && navigator.onLine}
                disabled={(isSubmitted && !hasChanges) || pupils.length === 0 || untappedCount > 0}
                onClick={() => (counts.present === counts.expected && !isSubmitted ? setDialog('full') : void send())}
              >
                {isSubmitted && !hasChanges
                  ? '已提交'
                  : untappedCount > 0
                    ? `还有 ${untappedCount} 人没有点`
                    : describeSubmit(counts, isSubmitted ? '提交修改' : '提交')}
              </Button>
            )}
            {mayCorrect && !isCorrecting && <Button onClick={() => setCorrecting(true)}>修改考勤</Button>}
            {isCorrecting && (
              <>
                <Button onClick={stop}>取消</Button>
                <Button type="primary" disabled={!hasChanges} onClick={() => setDialog('correct')}>
                  {`提交修改 ${changes.length} 人`}
                </Button>
              </>
            )}
          </span>
        </div>
        <RosterPad
          label={`${lesson.groupName}名单`}
          people={people}
          statuses={rollStatuses}
          cycle={rollCycle}
          marks={marks}
          onChange={change}
          layout={getLayout(pupils)}
          isReadOnly={!maySave && !isCorrecting}
        />
        <p className={styles['keys']}>点一下：到、未到、迟到；右键：全部状态。方向键移动，数字键 1–8 直接选状态。</p>
      </section>
      {dialog === 'full' && (
        <ConfirmAction
          title={`全班${counts.expected}人到齐，确认提交？`}
          submitLabel="确认提交"
          submit={send}
          onClose={() => setDialog(undefined)}
        >
          <p>{nameLesson(lesson)}</p>
        </ConfirmAction>
      )}
      {dialog === 'correct' && (
        <CorrectionDialog
          lesson={lesson}
          changes={changes}
          onClose={() => setDialog(undefined)}
          onDone={(message) => {
            toast.success(message)
            setDialog(undefined)
            stop()
            void reload()
          }}
        />
      )}
    </>
  )
}
