import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { formatDateTime, formatWeekday } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { markSources, sessionStatuses, type Roll, type RollPupil } from '#engines/attendance/contract.ts'
import { rollOfRecordQuery } from '../attendance-queries.ts'
import { AmendDialog, type AmendedMark } from './amend-dialog.tsx'
import { describeMark, markLetters } from './mark-text.ts'
import { PupilLink } from './pupil-link.tsx'
import marks from './mark-cell.module.css'
import styles from './roll-of-lesson.module.css'

/** The roll behind a record: who was not simply there, who said so, and the others on demand. */
export function RollOfLesson({ lessonId, sessionId }: { lessonId: string; sessionId: string | null }) {
  const query = useQuery(rollOfRecordQuery(lessonId, sessionId))
  const [amended, setAmended] = useState<AmendedMark>()
  return (
    <>
      <QueryState query={query}>{(roll) => <Pupils of={roll} onAmend={setAmended} />}</QueryState>
      {amended && <AmendDialog of={amended} onClose={() => setAmended(undefined)} />}
    </>
  )
}

const isPlain = ({ status, differs, remark, source }: RollPupil) =>
  status === 'present' && !differs && remark === '' && source !== 'correction'

function Pupils({ of: { lesson, pupils, may, submittedAt, submittedBy }, onAmend }: PupilsProps) {
  const isSubmitted = lesson.status === 'submitted' || lesson.status === 'locked'
  if (!isSubmitted) return <p className={styles['none']}>{labelOf(sessionStatuses, lesson.status)}，没有提交点名</p>
  const canAmend = may.includes('correct')
  const exceptions = pupils.filter((one) => !isPlain(one))
  const present = pupils.filter(isPlain)
  const toAmended = (one: RollPupil): AmendedMark => ({
    lessonId: lesson.lessonId,
    sessionId: lesson.sessionId,
    lesson: `${formatWeekday(lesson.day)} ${lesson.periodName} ${lesson.subjectName}`,
    studentId: one.studentId,
    name: one.name,
    status: one.status,
    minutes: one.minutes,
  })
  return (
    <>
      {submittedAt && <p className={styles['none']}>{`${submittedBy} ${formatDateTime(submittedAt)} 提交`}</p>}
      {exceptions.length === 0 && <p>全部到齐</p>}
      <ul className={styles['list']} aria-label="没有正常出勤的学生">
        {exceptions.map((one) => (
          <li key={one.studentId}>
            <span className={marks['mark']} data-status={one.status} aria-hidden="true">
              {markLetters[one.status]}
            </span>
            <PupilLink id={one.studentId} name={one.name} />
            <span>{describeMark(one)}</span>
            <span className={styles['second']}>{describeSource(one)}</span>
            {canAmend && (
              <Button type="link" size="small" aria-label={`修改${one.name}`} onClick={() => onAmend(toAmended(one))}>
                修改
              </Button>
            )}
          </li>
        ))}
      </ul>
      {present.length > 0 && (
        <details className={styles['present']}>
          <summary>{`出勤 ${present.length} 人`}</summary>
          <p>
            {present.map((one) =>
              canAmend ? (
                <Button
                  key={one.studentId}
                  type="link"
                  size="small"
                  aria-label={`修改${one.name}`}
                  onClick={() => onAmend(toAmended(one))}
                >
                  {one.name}
                </Button>
              ) : (
                <span key={one.studentId}>{one.name}</span>
              ),
            )}
          </p>
        </details>
      )}
    </>
  )
}

interface PupilsProps {
  of: Roll
  onAmend: (mark: AmendedMark) => void
}

/** 更正，07:31 已进校，家长说堵车 */
const describeSource = ({ source, differs, seenAt, remark }: RollPupil) =>
  [source ? labelOf(markSources, source) : '', differs && seenAt ? `${seenAt} 已进校` : '', remark]
    .filter(Boolean)
    .join('，')
