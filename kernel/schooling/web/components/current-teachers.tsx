import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { assignmentRoles, lessonsLeft, type Assignment } from '../../contract.ts'
import { formatDateRange, getToday } from '../class-labels.ts'
import { schoolingKey } from '../class-queries.ts'
import { endAssignment } from '../teaching-queries.ts'
import { TeacherSelect } from './teacher-select.tsx'
import styles from './current-teachers.module.css'

interface Props {
  orgId: string
  /** The name of the subject: its teachers come first among the successors. */
  subject: string
  current: readonly Assignment[]
}

/** The current teachers, each with a button to end the assignment. */
export function CurrentTeachers({ current, ...rest }: Props) {
  const [ended, setEnded] = useState<readonly string[]>([])
  return (
    <ul className={styles['current']}>
      {current.map((one) => (
        <Teaching
          key={one.id}
          {...rest}
          assignment={one}
          isEnded={ended.includes(one.id)}
          onEnd={() => setEnded([...ended, one.id])}
        />
      ))}
    </ul>
  )
}

interface TeachingProps extends Omit<Props, 'current'> {
  assignment: Assignment
  isEnded: boolean
  onEnd: () => void
}

function Teaching({ orgId, subject, assignment, isEnded, onEnd }: TeachingProps) {
  const [isAsking, setAsking] = useState(false)
  const [day, setDay] = useState(() => getLastDay(assignment))
  const { end, isBusy, left } = useEnding(assignment.id, day, onEnd)
  return (
    <li>
      <span className={styles['who']}>
        <strong>{assignment.teacherName}</strong>
        {assignmentRoles[assignment.role]}，每周 {assignment.weekHours} 节
      </span>
      <span className={styles['dates']}>{isEnded ? `已结束（${day}）` : formatDateRange(assignment)}</span>
      {!isEnded &&
        (isAsking ? (
          <span className={styles['ending']}>
            <Input
              type="date"
              size="small"
              aria-label={`${assignment.teacherName}的最后一天`}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
            <Button size="small" danger disabled={!day} loading={isBusy} onClick={() => void end({})}>
              确定结束
            </Button>
          </span>
        ) : (
          <Button size="small" type="link" onClick={() => setAsking(true)}>
            结束
          </Button>
        ))}
      {!isEnded && left !== null && (
        <LessonsLeft orgId={orgId} subject={subject} message={left} isBusy={isBusy} onDecide={end} />
      )}
    </li>
  )
}

type Decision = { successorId: string } | { isOpen: true }

/** Ends the assignment; `left` is what the server says about lessons that nobody would teach. */
function useEnding(id: string, endsOn: string, onEnd: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ endsOn: string; message: string }>()
  const end = async (decision: Partial<Decision>) => {
    setBusy(true)
    try {
      await endAssignment({ id, endsOn, successorId: null, isOpen: false, ...decision })
      onEnd()
      toast.success('已结束任课')
      await client.invalidateQueries({ queryKey: schoolingKey })
    } catch (error) {
      if (error instanceof CallError && lessonsLeft.safeParse(error.data).success)
        setRefused({ endsOn, message: error.msg })
      else toast.error(getErrorMessage(error))
    }
    setBusy(false)
  }
  // Another last day is another question.
  return { end, isBusy, left: refused?.endsOn === endsOn ? refused.message : null }
}

interface LessonsLeftProps extends Omit<Props, 'current'> {
  message: string
  isBusy: boolean
  onDecide: (decision: Decision) => Promise<void>
}

/** Names a successor for the lessons that are left, or leaves them open. */
function LessonsLeft({ orgId, subject, message, isBusy, onDecide }: LessonsLeftProps) {
  const [successorId, setSuccessor] = useState<string | null>(null)
  return (
    <div className={styles['left']}>
      <span role="alert">{message}</span>
      <TeacherSelect label="接任教师" orgId={orgId} subject={subject} value={successorId} onChange={setSuccessor} />
      <Button
        size="small"
        type="primary"
        disabled={successorId === null}
        loading={isBusy}
        onClick={() => void onDecide({ successorId: successorId! })}
      >
        由其接任
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => void onDecide({ isOpen: true })}>
        暂不安排（待定）
      </Button>
    </div>
  )
}

/** Today, or the first day of an assignment that starts later. */
export function getLastDay({ startsOn }: Assignment) {
  const day = getToday()
  return day < startsOn ? startsOn : day
}
