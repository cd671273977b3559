import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatDateTime } from '#packages/web/core/format/time.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { isInLayer } from '#packages/web/light/use-back-key.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { labelOf } from '#packages/contract'
import { ChildPage } from '#kernel/student/web/api.ts'
import {
  familyAttendanceApi as api,
  nameDecider,
  pupilLeaveKinds,
  pupilLeaveStatuses,
  symptoms,
  type PupilLeave,
  type PupilLeaveStatus,
} from '../../contract.ts'
import { ChildChips } from './child-chips.tsx'
import { LeaveForm } from './leave-form.tsx'
import { leavePath } from './paths.ts'
import styles from './leave.module.css'

interface Child {
  id: string
  name: string
  state: 'active' | 'past'
}

const readsNew = () => new URLSearchParams(location.search).get('fill') === 'new'

/** The leave of a child, and the form of a new one. */
export default function ChildLeave() {
  const [isFilling, setFilling] = useState(readsNew)
  // Of the child for which something was sent or ended: the list is read again.
  const [turn, setTurn] = useState(0)
  const { showMessage, toast } = useToast()
  const close = () => {
    // The list is at the plain address: a reload does not open the form again. The form's own entry is left first.
    const write = () => history.replaceState(history.state, '', leavePath)
    if (isInLayer()) window.addEventListener('popstate', write, { once: true })
    else write()
    setFilling(false)
  }
  const done = (message: string) => {
    setTurn((before) => before + 1)
    showMessage(message)
  }
  return (
    <ChildPage
      title="请假"
      help="family-leave"
      dock={(child) => (
        <>
          {toast}
          {child.state === 'active' && (
            <Foot>
              <Button size="task" onClick={() => setFilling(true)}>
                为{child.name}请假
              </Button>
            </Foot>
          )}
        </>
      )}
      instead={(child) =>
        isFilling &&
        child.state === 'active' && (
          <LeaveForm
            key={child.id}
            child={child}
            onClose={close}
            onDone={() => {
              close()
              done('已提交，等待班主任审批')
            }}
          />
        )
      }
    >
      {(child) => (
        <>
          <ChildChips />
          <LeaveList key={child.id} child={child} turn={turn} onDone={done} />
        </>
      )}
    </ChildPage>
  )
}

function LeaveList({ child, turn, onDone }: { child: Child; turn: number; onDone: (message: string) => void }) {
  const { answer, again } = useLoaded(`${child.id} ${turn}`, () => call(api.mine, { query: { studentId: child.id } }))
  const [ending, setEnding] = useState<PupilLeave>()
  if (!answer)
    return (
      <Skeleton
        blocks={[
          [34, 92, 66],
          [34, 92, 66],
        ]}
      />
    )
  if (answer === 'failed') return <PageLoadError onRetry={again} />
  if (answer.length === 0)
    return <EmptyState title="还没有请过假">{child.name}的请假和审批结果会显示在这里。</EmptyState>
  return (
    <>
      {answer.map((leave) => (
        <LeaveItem key={leave.id} leave={leave} onEnd={() => setEnding(leave)} />
      ))}
      {ending && (
        <EndSheet
          leave={ending}
          onClose={() => setEnding(undefined)}
          onDone={(message) => {
            setEnding(undefined)
            onDone(message)
          }}
        />
      )}
    </>
  )
}

const tagStates = {
  running: 'waiting',
  approved: 'passed',
  rejected: 'refused',
  recalled: 'returned',
  revoked: 'draft',
} as const satisfies Record<PupilLeaveStatus, string>

function LeaveItem({ leave, onEnd }: { leave: PupilLeave; onEnd: () => void }) {
  const { text, kind, status, returnedAt, may } = leave
  const facts = [
    ['事由', leave.reason ?? ''],
    ['症状', leave.symptoms.map((symptom) => labelOf(symptoms, symptom)).join('、')],
    ['照片', leave.files.length > 0 ? `${leave.files.length} 张` : ''],
    ['申请人', leave.askedBy],
    [nameDecider(status), leave.decidedBy],
    ['说明', leave.note],
    ['返校', returnedAt ? formatDateTime(returnedAt) : ''],
  ].filter(([, value]) => value !== '')
  return (
    <Card
      title={`${text} ${labelOf(pupilLeaveKinds, kind)}`}
      aside={
        <Tag state={returnedAt ? 'draft' : tagStates[status]}>
          {returnedAt ? '已返校' : labelOf(pupilLeaveStatuses, status)}
        </Tag>
      }
    >
      <dl className={styles['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {may.length > 0 && (
        <div className={styles['acts']}>
          <Button kind="withdraw" size="small" onClick={onEnd}>
            {may.includes('recall') ? '撤回申请' : '取消请假'}
          </Button>
        </div>
      )}
    </Card>
  )
}

interface EndProps {
  leave: PupilLeave
  onClose: () => void
  onDone: (message: string) => void
}

/** Asked once: after it the child is expected at school. */
function EndSheet({ leave, onClose, onDone }: EndProps) {
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const isRecall = leave.may.includes('recall')
  const end = async () => {
    setBusy(true)
    setWrong('')
    await call(isRecall ? api.recall : api.giveUp, { body: { id: leave.id } }).then(
      () => onDone(isRecall ? '已撤回' : '已取消请假'),
      (error: unknown) => setWrong(getErrorMessage(error)),
    )
    setBusy(false)
  }
  return (
    <BottomSheet title={isRecall ? '撤回申请' : '取消请假'} onClose={onClose}>
      <div className={styles['sheet']}>
        <p>
          {leave.name} {leave.text}
        </p>
        <p>{isRecall ? '班主任将不再审批。' : '取消后，请让孩子按时到校；已点名的课保留请假记录。'}</p>
        {wrong && <Note kind="error">{wrong}</Note>}
        <Button kind="danger" size="task" busy={isBusy && '正在保存…'} onClick={() => void end()}>
          {isRecall ? '确认撤回' : '确认取消'}
        </Button>
      </div>
    </BottomSheet>
  )
}
