import { PrinterOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { addDays } from '#packages/core'
import { useBigText } from '#packages/web/core/big-text.ts'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useToday } from '#packages/web/desk/use-today.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { SchoolLine, useSchool } from '#kernel/schooling/web/desk-api.ts'
import type { ClassDay } from '../../contract.ts'
import { classDayQuery, classesQuery } from '../attendance-queries.ts'
import { AmendDialog, type AmendedMark } from '../components/amend-dialog.tsx'
import { ClassSelect, sortClasses } from '../components/class-select.tsx'
import { DayGrid } from '../components/day-grid.tsx'
import { DayList } from '../components/day-list.tsx'
import { FigureLine } from '../components/figure-line.tsx'
import { MarkLegend } from '../components/mark-legend.tsx'
import { apartLetter } from '../components/mark-text.ts'
import { MonthSheet } from '../components/month-sheet.tsx'
import { isDay } from '../components/shown-day.ts'
import { StudentTermPage } from '../components/student-term.tsx'
import styles from './board.module.css'

/** Rolls are submitted while the page is open. */
const pollMs = 30_000

/** 班级今日: what each pupil of a class did in each lesson of a day. `?pupil=` opens the term of one. */
export default function ClassPage() {
  const { search } = usePageSearch()
  const { orgId, picker } = useSchool()
  const setParams = useSetParams()
  const pupil = search.get('pupil')
  if (pupil) return <StudentTermPage studentId={pupil} onClose={() => setParams({ pupil: null, term: null })} />
  return (
    <div className={styles['page']}>
      {orgId ? (
        <SchoolClasses key={orgId} orgId={orgId} picker={picker} />
      ) : (
        <>
          <SchoolLine picker={picker} />
          <div className={styles['card']}>
            <PageState status="empty" of="class" title="请选择学校" text="考勤按学校和班级查看。" />
          </div>
        </>
      )}
    </div>
  )
}

function SchoolClasses({ orgId, picker }: { orgId: string; picker: ReactNode }) {
  const { search, isFront } = usePageSearch()
  const setParams = useSetParams()
  const today = useToday()
  const asked = search.get('date') ?? ''
  const date = isDay(asked) ? asked : today
  const go = (day: string) => setParams({ date: day === today ? null : day })
  const classes = useQuery({ ...classesQuery(orgId, date), placeholderData: keepPreviousData })
  const shown = search.get('class')
  const classId = classes.data?.find(({ id }) => id === shown)?.id ?? sortClasses(classes.data ?? [])[0]?.id
  const [isPrinting, setPrinting] = useState(false)
  useWindowKeys(
    (event) => {
      // In the grid the arrow keys move between the cells.
      if (event.defaultPrevented || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.key === 'ArrowLeft') go(addDays(date, -1))
      if (event.key === 'ArrowRight') go(addDays(date, 1))
    },
    { isOn: isFront },
  )
  return (
    <>
      <ActionLine>
        {picker}
        {classId && classes.data && (
          <ClassSelect
            classes={classes.data}
            value={classId}
            onChoose={(id) => setParams({ class: id }, { replace: true })}
          />
        )}
        <PeriodBar
          name="日期"
          label={formatWeekday(date)}
          onPrevious={() => go(addDays(date, -1))}
          onNext={() => go(addDays(date, 1))}
        />
        <Button disabled={date === today} onClick={() => go(today)}>
          今天
        </Button>
        <Button
          className="no-print"
          icon={<Glyph of={PrinterOutlined} />}
          disabled={!classId}
          onClick={() => setPrinting(true)}
        >
          打印月考勤表
        </Button>
      </ActionLine>
      {classId ? (
        <Day key={classId} classId={classId} date={date} isToday={date === today} />
      ) : (
        <div className={styles['card']}>
          {classes.data ? (
            <PageState
              status="empty"
              of="class"
              title="没有可以查看的班级"
              text="班主任、年级组长和教务可以查看班级考勤。"
            />
          ) : classes.error ? (
            <PageState status="failed" error={classes.error} onRetry={() => void classes.refetch()} />
          ) : (
            <PageState status="loading" />
          )}
        </div>
      )}
      {isPrinting && classId && (
        <MonthSheet classId={classId} month={date.slice(0, 7)} onDone={() => setPrinting(false)} />
      )}
    </>
  )
}

function Day({ classId, date, isToday }: { classId: string; date: string; isToday: boolean }) {
  const query = useQuery({
    ...classDayQuery(classId, date),
    refetchInterval: isToday ? pollMs : false,
    placeholderData: keepPreviousData,
  })
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const retry = () => void query.refetch()
  if (!data) {
    return (
      <div className={styles['card']}>
        {error ? <PageState status="failed" error={error} onRetry={retry} /> : <PageState status="loading" />}
      </div>
    )
  }
  return (
    <div className={styles['content']} aria-busy={isPlaceholderData}>
      {error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      <DayContent of={data} />
    </div>
  )
}

function DayContent({ of }: { of: ClassDay }) {
  const may = useMay()
  const isPhone = usePhone()
  const isBig = useBigText()
  const [amended, setAmended] = useState<AmendedMark>()
  const onAmend = may('roll.handle') || may('roll.manage') ? setAmended : undefined
  if (of.lessons.length === 0 || of.pupils.length === 0) {
    return (
      <div className={styles['card']}>
        <PageState
          status="empty"
          of="class"
          title={of.pupils.length === 0 ? '这个班没有学生' : '这一天没有课'}
          text={of.pupils.length === 0 ? '在「学生管理」里添加学生。' : '有课的日子，每节课的考勤显示在这里。'}
        />
      </div>
    )
  }
  const Shown = isPhone || isBig ? DayList : DayGrid
  return (
    <>
      <FigureLine of={of.figures} />
      <Shown of={of} onAmend={onAmend} />
      <MarkLegend>
        <li>{apartLetter}　不上这节课</li>
      </MarkLegend>
      {amended && <AmendDialog of={amended} onClose={() => setAmended(undefined)} />}
    </>
  )
}
