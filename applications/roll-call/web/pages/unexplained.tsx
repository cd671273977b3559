import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { addDays } from '#packages/core'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { useToday } from '#packages/web/desk/use-today.ts'
import { SchoolLine, useSchool } from '#kernel/schooling/web/desk-api.ts'
import type { AbsenceCase } from '#engines/attendance/contract.ts'
import type { AbsenceBoard } from '../../contract.ts'
import { absenceBoardQuery, addContact, attendanceKey } from '../attendance-queries.ts'
import { CaseRow } from '../components/case-row.tsx'
import { countCases, sortCases } from '../components/case-text.ts'
import { ResolveDialog } from '../components/resolve-dialog.tsx'
import { LongAbsences, SettledCases } from '../components/settled-cases.tsx'
import { isDay } from '../components/shown-day.ts'
import { StudentTermPage } from '../components/student-term.tsx'
import styles from './board.module.css'

/** A roll may be submitted at any moment, and a parent may answer. */
const pollMs = 8000

/** 待核实: who is neither there nor excused, the longest first. `?pupil=` opens the term of one. */
export default function UnexplainedPage() {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const { orgId, picker } = useSchool()
  const pupil = search.get('pupil')
  if (pupil) return <StudentTermPage studentId={pupil} onClose={() => setParams({ pupil: null, term: null })} />
  return (
    <div className={styles['page']}>
      {orgId ? (
        <SchoolBoard key={orgId} orgId={orgId} picker={picker} />
      ) : (
        <>
          <SchoolLine picker={picker} />
          <div className={styles['card']}>
            <PageState status="empty" of="class" title="请选择学校" text="未到的学生按学校核实。" />
          </div>
        </>
      )}
    </div>
  )
}

function SchoolBoard({ orgId, picker }: { orgId: string; picker: ReactNode }) {
  const { search, isFront } = usePageSearch()
  const setParams = useSetParams()
  const today = useToday()
  const asked = search.get('date') ?? ''
  const date = isDay(asked) ? asked : today
  const go = (day: string) => setParams({ date: day === today ? null : day })
  useWindowKeys(
    (event) => {
      if (event.defaultPrevented || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.key === 'ArrowLeft') go(addDays(date, -1))
      if (event.key === 'ArrowRight' && date < today) go(addDays(date, 1))
    },
    { isOn: isFront },
  )
  const query = useQuery({
    ...absenceBoardQuery(orgId, date),
    refetchInterval: date === today ? pollMs : false,
    placeholderData: keepPreviousData,
  })
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const retry = () => void query.refetch()
  return (
    <>
      <ActionLine note={data && <Counts board={data} />}>
        {picker}
        <PeriodBar
          name="日期"
          label={formatWeekday(date)}
          onPrevious={() => go(addDays(date, -1))}
          onNext={date < today ? () => go(addDays(date, 1)) : undefined}
        />
        <Button disabled={date === today} onClick={() => go(today)}>
          今天
        </Button>
      </ActionLine>
      {data && error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <div className={styles['content']} aria-busy={isPlaceholderData}>
          <Board board={data} isToday={date === today} />
        </div>
      ) : (
        <div className={styles['card']}>
          {error ? <PageState status="failed" error={error} onRetry={retry} /> : <PageState status="loading" />}
        </div>
      )}
    </>
  )
}

function Board({ board: { open, settled, long }, isToday }: { board: AbsenceBoard; isToday: boolean }) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<string>()
  const [resolved, setResolved] = useState<AbsenceCase>()
  const contact = async ({ id, name }: AbsenceCase) => {
    setBusy(id)
    try {
      await addContact(id)
      toast.success(`已登记联系${name}的家长`)
      await client.invalidateQueries({ queryKey: attendanceKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      {open.length === 0 ? (
        <div className={styles['card']}>
          <PageState
            status="empty"
            of="people"
            title="全部到校或已核实"
            text={isToday ? '点名未到又没有请假的学生会显示在这里。' : '这一天没有需要核实的学生。'}
          />
        </div>
      ) : (
        sortCases(open).map((one) => (
          <CaseRow
            key={one.id}
            of={one}
            isBusy={busy === one.id}
            onContact={() => void contact(one)}
            onResolve={() => setResolved(one)}
          />
        ))
      )}
      {long.length > 0 && <LongAbsences of={long} />}
      {settled.length > 0 && <SettledCases of={settled} title={isToday ? '今日已核实' : '已核实'} />}
      {resolved && <ResolveDialog of={resolved} onClose={() => setResolved(undefined)} />}
    </>
  )
}

function Counts({ board: { open, settled } }: { board: AbsenceBoard }) {
  const counts = countCases(open)
  return (
    <span className={styles['counts']} role="status">
      <span data-tone={counts.open > 0 ? 'open' : undefined}>{`待核实 ${counts.open}`}</span>
      <span data-tone={counts.contacted > 0 ? 'waiting' : undefined}>{`已联系 ${counts.contacted}`}</span>
      <span>{`已核实 ${settled.length}`}</span>
    </span>
  )
}
