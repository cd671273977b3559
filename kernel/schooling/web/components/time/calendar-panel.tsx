import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { getSchoolYear } from '../../../contract.ts'
import { calendarQuery, termsQuery } from '../../time-queries.ts'
import { DaysDialog, type DateSpan } from './days-dialog.tsx'
import { MonthGrid } from './month-grid.tsx'
import { groupByMonth } from './calendar-months.ts'
import type { ShownOrg } from './org-tabs.tsx'
import { PanelNotice, TimePanel, QueryPanel } from './time-panel.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import styles from './calendar-panel.module.css'

/** The days of a school year by month. */
export function CalendarPanel({ orgId, isDistrict }: ShownOrg) {
  const { year, setYear } = useYear()
  const from = `${year}-09-01`
  const to = `${year + 1}-08-31`
  const query = useQuery(calendarQuery(orgId, from, to))
  const { data: terms = [] } = useQuery(termsQuery(orgId))
  const [span, setSpan] = useState<DateSpan>()
  return (
    <TimePanel
      note={isDistrict ? '点日期设置全区的放假和调休' : '点日期设置本校的安排，未设置的与全区一致'}
      actions={<YearChoice year={year} onChoose={setYear} />}
    >
      <QueryPanel query={query}>
        {({ days, unannounced }) => (
          <>
            {unannounced.length > 0 && (
              <PanelNotice>{unannounced.join('、')}年放假安排尚未公布，可先手工设置</PanelNotice>
            )}
            <Legend />
            <MonthGrid months={groupByMonth(days, terms)} onChoose={setSpan} />
          </>
        )}
      </QueryPanel>
      {span && (
        <DaysDialog
          orgId={orgId}
          isDistrict={isDistrict}
          span={span}
          days={query.data?.days ?? []}
          onClose={() => setSpan(undefined)}
        />
      )}
    </TimePanel>
  )
}

/** The shown school year; the current one unless the URL names another. */
function useYear() {
  const { search, setSearch } = usePageSearch()
  const running = getSchoolYear(useToday())
  const setYear = (next: number) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.set('year', String(next))
      return after
    })
  return { year: Number(search.get('year')) || running, setYear }
}

function YearChoice({ year, onChoose }: { year: number; onChoose: (year: number) => void }) {
  return (
    <div className={styles['year']}>
      <Button icon={<Glyph of={LeftOutlined} />} aria-label="上一学年" onClick={() => onChoose(year - 1)} />
      <span className={styles['title']} aria-live="polite">
        {year}学年
      </span>
      <Button icon={<Glyph of={RightOutlined} />} aria-label="下一学年" onClick={() => onChoose(year + 1)} />
    </div>
  )
}

const kinds = [
  ['rest', '休', '放假'],
  ['make-up', '班', '调休上课'],
  ['activity', '活', '校内活动'],
  ['closed', '停', '停课'],
  ['class', '课', '正常上课'],
] as const

const Legend = () => (
  <ul className={styles['legend']} aria-label="图例">
    {kinds.map(([kind, mark, label]) => (
      <li key={kind}>
        <span className={styles['mark']} data-kind={kind} aria-hidden="true">
          {mark}
        </span>
        {label}
      </li>
    ))}
    <li>左侧数字为学期第几周</li>
  </ul>
)
