import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { TextButton } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { EmptyState, OfflineNote, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useOnline } from '#packages/web/light/use-online.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { labelOf } from '#packages/contract'
import { caseOutcomes, type AbsenceCase, type CaseOutcome } from '#engines/attendance/contract.ts'
import type { AbsenceBoard } from '../../contract.ts'
import { addContact, resolveCase, revealPhone } from '../attendance-queries.ts'
import { callReason, describeOutcome, formatMinutes, getCallAddress, sortCases } from '../components/case-text.ts'
import { CaseCard } from './case-card.tsx'
import { ResolveSheet } from './resolve-sheet.tsx'
import { useAbsenceBoard } from './use-absence-board.ts'
import styles from './unexplained.module.css'

const skeleton = [
  [34, 70, 52, 60],
  [40, 66, 58, 60],
]

/** 待核实: the children who are neither there nor excused today, the longest first. */
export default function Unexplained() {
  usePageTitle('待核实')
  const isOnline = useOnline()
  const { showMessage, showWarning, toast } = useToast()
  const { loaded, hasFailed, again } = useAbsenceBoard()
  const [busy, setBusy] = useState<string>()
  const [resolved, setResolved] = useState<AbsenceCase>()
  const send = async ({ id }: AbsenceCase, work: () => Promise<unknown>, done: string) => {
    setBusy(id)
    try {
      await work()
      showMessage(done)
    } catch (error) {
      showWarning(getErrorMessage(error))
    } finally {
      setBusy(undefined)
      setResolved(undefined)
      again()
    }
  }
  const callGuardian = async ({ id, studentId }: AbsenceCase, guardianId: string) => {
    setBusy(id)
    try {
      location.assign(getCallAddress(await revealPhone(studentId, guardianId, callReason)))
    } catch (error) {
      showWarning(getErrorMessage(error))
    } finally {
      setBusy(undefined)
    }
  }
  const contact = (one: AbsenceCase) => void send(one, () => addContact(one.id), '已登记联系家长')
  const resolve = (one: AbsenceCase, outcome: CaseOutcome, note: string) =>
    void send(one, () => resolveCase(one.id, outcome, note), `已核实：${labelOf(caseOutcomes, outcome)}`)
  return (
    <LightPage head={<Bar title="待核实" back={staffHome} help="unexplained" />} dock={toast}>
      {!loaded && (hasFailed ? <PageLoadError onRetry={again} /> : <Skeleton blocks={skeleton} />)}
      {loaded && !isOnline && <OfflineNote at={formatDayTime(loaded.at)} />}
      {loaded && isOnline && hasFailed && (
        <Note kind="error">
          没有更新成功，以下是 {formatDayTime(loaded.at)} 的内容 <TextButton onClick={again}>重试</TextButton>
        </Note>
      )}
      {loaded && (
        <Board
          board={loaded.board}
          busy={busy}
          isOnline={isOnline}
          onCall={(one, { id }) => void callGuardian(one, id)}
          onContact={contact}
          onResolve={setResolved}
        />
      )}
      {resolved && (
        <ResolveSheet
          of={resolved}
          isBusy={busy === resolved.id}
          onResolve={(outcome, note) => resolve(resolved, outcome, note)}
          onClose={() => setResolved(undefined)}
        />
      )}
    </LightPage>
  )
}

interface BoardProps {
  board: AbsenceBoard
  busy: string | undefined
  isOnline: boolean
  onCall: (one: AbsenceCase, guardian: AbsenceCase['guardians'][number]) => void
  onContact: (one: AbsenceCase) => void
  onResolve: (one: AbsenceCase) => void
}

function Board({ board: { open, settled, long }, busy, isOnline, onCall, onContact, onResolve }: BoardProps) {
  return (
    <>
      {open.length === 0 && <EmptyState title="全部到校或已核实">点名未到又没有请假的学生会显示在这里。</EmptyState>}
      {sortCases(open).map((one) => (
        <CaseCard
          key={one.id}
          of={one}
          isBusy={busy === one.id}
          isOnline={isOnline}
          onCall={(guardian) => onCall(one, guardian)}
          onContact={() => onContact(one)}
          onResolve={() => onResolve(one)}
        />
      ))}
      {long.length > 0 && (
        <Card title="连续三天未到" aside={`${long.length}人`}>
          <ul className={styles['list']} aria-label="连续三天未到">
            {long.map(({ studentId, name, className, days }) => (
              <li key={studentId}>
                <b>{name}</b> <span>{`${className}　${days}个上课日`}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {settled.length > 0 && (
        <Card title="今日已核实" aside={`${settled.length}人`}>
          <ul className={styles['list']} aria-label="今日已核实">
            {settled.map((one) => (
              <li key={one.id}>
                <b>{one.name}</b>{' '}
                <span>{`${one.className}　${describeOutcome(one)}　用时${formatMinutes(one.minutes)}`}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
