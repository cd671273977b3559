import { NotificationOutlined, StarOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { addDays } from '#packages/core'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { SchoolLine, useSchool } from '#kernel/schooling/web/desk-api.ts'
import type { DayBoard } from '../../contract.ts'
import { dayBoardQuery } from '../office-queries.ts'
import { DayContent } from '../today/day-content.tsx'
import { DoubtSection } from '../today/doubt-section.tsx'
import { useDayArrangement } from '../today/use-day-arrangement.ts'
import styles from './today.module.css'

/** Somebody else may arrange the same lessons. */
const pollMs = 4000

/** 今日课务: who is missing on a day, and who gives the lessons instead. */
export default function TodayPage() {
  const { orgId, picker } = useSchool()
  return (
    <div className={styles['page']}>
      {orgId ? (
        <SchoolDay key={orgId} orgId={orgId} picker={picker} />
      ) : (
        <>
          <SchoolLine picker={picker} />
          <div className={styles['card']}>
            <PageState status="empty" of="class" title="请选择学校" text="课务按学校安排。" />
          </div>
        </>
      )}
    </div>
  )
}

function SchoolDay({ orgId, picker }: { orgId: string; picker: ReactNode }) {
  const { search, isFront } = usePageSearch()
  const setParams = useSetParams()
  const today = useToday()
  const shown = search.get('date') ?? ''
  const date = /^\d{4}-\d\d-\d\d$/.test(shown) ? shown : today
  const go = (day: string) => setParams({ date: day === today ? null : day })
  useWindowKeys(
    (event) => {
      // In the board the arrow keys move between the lessons.
      if (event.defaultPrevented || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.key === 'ArrowLeft') go(addDays(date, -1))
      if (event.key === 'ArrowRight') go(addDays(date, 1))
    },
    { isOn: isFront },
  )
  const query = useQuery({
    ...dayBoardQuery(orgId, date),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  })
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const retry = () => void query.refetch()
  const dayChoice = (
    <>
      {picker}
      <PeriodBar
        name="日期"
        label={formatWeekday(date)}
        onPrevious={() => go(addDays(date, -1))}
        onNext={() => go(addDays(date, 1))}
      />
      <Button disabled={date === today} onClick={() => go(today)}>
        今天
      </Button>
      <Button disabled={date === addDays(today, 1)} onClick={() => go(addDays(today, 1))}>
        明天
      </Button>
    </>
  )
  if (!data) {
    return (
      <>
        <ActionLine>{dayChoice}</ActionLine>
        <div className={styles['card']}>
          {error ? <PageState status="failed" error={error} onRetry={retry} /> : <PageState status="loading" />}
        </div>
      </>
    )
  }
  return (
    <div className={styles['content']} aria-busy={isPlaceholderData}>
      <Day key={data.day} board={data} dayChoice={dayChoice}>
        {error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      </Day>
    </div>
  )
}

function Day({ board, dayChoice, children }: { board: DayBoard; dayChoice: ReactNode; children: ReactNode }) {
  const today = useToday()
  const arrangement = useDayArrangement(board)
  const [isAskingAll, setAskingAll] = useState(false)
  const { undecided, busy, recommend } = arrangement
  const isEmpty = board.absent.every(({ lessons }) => lessons.length === 0) && board.others.length === 0
  return (
    <>
      <ActionLine note={!isEmpty && <Counts board={board} />}>
        {dayChoice}
        {!isEmpty && (
          <>
            <Button
              icon={<Glyph of={NotificationOutlined} />}
              disabled={undecided.length === 0}
              onClick={() => setAskingAll(true)}
            >
              全部群发
            </Button>
            <Button
              type="primary"
              icon={<Glyph of={StarOutlined} />}
              disabled={undecided.length === 0}
              loading={busy === 'recommend'}
              onClick={() => void recommend()}
            >
              一键推荐
            </Button>
          </>
        )}
      </ActionLine>
      {children}
      <DoubtSection rows={board.inDoubt} />
      {isEmpty ? (
        <div className={styles['card']}>
          <PageState
            status="empty"
            of="class"
            title={board.day === today ? '今天没有需要安排的课' : '这一天没有需要安排的课'}
            text="教师请假或外出时，没有人上的课显示在这里。"
          />
        </div>
      ) : (
        <DayContent
          board={board}
          arrangement={arrangement}
          isAskingAll={isAskingAll}
          onAsked={() => setAskingAll(false)}
        />
      )}
    </>
  )
}

const Counts = ({ board: { open, waiting, arranged } }: { board: DayBoard }) => (
  <span className={styles['counts']} role="status">
    <span data-tone={open > 0 ? 'open' : undefined}>{`待安排 ${open}`}</span>
    <span data-tone={waiting > 0 ? 'waiting' : undefined}>{`待确认 ${waiting}`}</span>
    <span>{`已安排 ${arranged}`}</span>
  </span>
)
