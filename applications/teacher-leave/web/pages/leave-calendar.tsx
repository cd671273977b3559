import { PrinterOutlined, WarningOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#packages/web/core/query-of.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { isTyping } from '#packages/web/desk/letter-keys.ts'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import visuallyHidden from '#packages/web/desk/visually-hidden.module.css'
import { workDayTypes, type WorkDayType } from '#kernel/schooling/contract.ts'
import { leaveApi, leaveKinds, type LeaveCalendar, type LeaveKind } from '../../contract.ts'
import { OrgSwitch, useShownOrg } from '../components/org-switch.tsx'
import { leaveKey } from '../leave-queries.ts'
import { nameAbsence } from '../leave-text.ts'
import styles from './leave-calendar.module.css'

type Department = LeaveCalendar['departments'][number]
type Day = LeaveCalendar['days'][number]
type Away = Department['people'][number]['away'][number]

/** The sign of a kind, so that nobody needs its colour; 假 where the reader may not know the type. */
const signs: Record<LeaveKind, string> = {
  personal: '事',
  sick: '病',
  annual: '年',
  marriage: '婚',
  maternity: '产',
  paternity: '陪',
  parental: '育',
  bereavement: '丧',
  'family-visit': '探',
  injury: '伤',
  official: '公',
  'time-off': '调',
  nursing: '哺',
  other: '他',
}
const restSigns: Partial<Record<WorkDayType, string>> = { holiday: '休', 'make-up': '班', vacation: '假', closed: '停' }
const weekdays = ['日', '一', '二', '三', '四', '五', '六'] as const

const getMonth = (month: string, step: number) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)
}
const getLastDay = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** 请假日历: who is away on which day of a month. */
export default function LeaveCalendarPage() {
  const { search, isFront } = usePageSearch()
  const setParams = useSetParams()
  const { orgId } = useShownOrg()
  const today = useToday()
  const shownMonth = search.get('month')
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(shownMonth ?? '') ? shownMonth! : today.slice(0, 7)
  const query = useQuery({
    ...queryOf(leaveKey, leaveApi.calendar, { query: { orgId, from: `${month}-01`, to: getLastDay(month) } }),
    placeholderData: keepPreviousData,
  })
  const turn = (step: number) => setParams({ month: getMonth(month, step) })
  useWindowKeys(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // There the keys scroll a wide table.
      if (event.target instanceof Element && event.target.closest('[role=region]')) return
      if (event.key === 'ArrowLeft') turn(-1)
      if (event.key === 'ArrowRight') turn(1)
    },
    { isOn: isFront },
  )
  const { data, error, dataUpdatedAt, isPlaceholderData } = query
  const retry = () => void query.refetch()
  const departments = data?.departments ?? []
  const chosen = search.get('department') ?? ''
  return (
    <div className={styles['page']}>
      <ActionLine note={<span className="print-only">{data?.orgName}</span>}>
        <OrgSwitch />
        {departments.length > 1 && (
          <PlainSelect
            label="部门"
            className="no-print"
            value={chosen}
            options={[
              { value: '', label: '全部部门' },
              ...departments.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(department) => setParams({ department })}
          />
        )}
        <PeriodBar
          name="月份"
          label={`${month.slice(0, 4)}年${Number(month.slice(5))}月`}
          onPrevious={() => turn(-1)}
          onNext={() => turn(1)}
        />
        <Button disabled={month === today.slice(0, 7)} onClick={() => setParams({ month: null })}>
          今天
        </Button>
        <Button icon={<Glyph of={PrinterOutlined} />} onClick={() => window.print()}>
          打印
        </Button>
      </ActionLine>
      {data && error && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      <div className={styles['card']} aria-busy={isPlaceholderData}>
        {data ? (
          <Grid
            days={data.days}
            departments={departments.filter(({ name }) => chosen === '' || name === chosen)}
            today={today}
            caption={`${data.orgName} ${month} 请假日历`}
          />
        ) : error ? (
          <PageState status="failed" error={error} onRetry={retry} />
        ) : (
          <PageState status="loading" />
        )}
      </div>
    </div>
  )
}

interface GridProps {
  days: readonly Day[]
  departments: readonly Department[]
  today: string
  caption: string
}

function Grid({ days, departments, today, caption }: GridProps) {
  const shown = departments.filter(({ people }) => people.length > 0)
  if (shown.length === 0)
    return <PageState status="empty" of="people" title="这个月没有人请假" text="批准的请假显示在这里。" />
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll a wide table */}
      <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
        <table className={styles['grid']}>
          <caption className={visuallyHidden['only']}>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">姓名</th>
              {days.map((day) => (
                <DayHead key={day.day} day={day} isToday={day.day === today} />
              ))}
            </tr>
          </thead>
          {shown.map((department) => (
            <DepartmentRows key={department.name} department={department} days={days} />
          ))}
        </table>
      </div>
      <Legend departments={shown} />
    </>
  )
}

const isRest = (type: WorkDayType) => type !== 'work' && type !== 'make-up'

function DayHead({ day: { day, type, name }, isToday }: { day: Day; isToday: boolean }) {
  const about = [workDayTypes[type], name].filter(Boolean).join(' ')
  return (
    <th
      scope="col"
      data-rest={isRest(type) || undefined}
      aria-current={isToday ? 'date' : undefined}
      title={type === 'work' ? undefined : about}
    >
      <span>{Number(day.slice(8))}</span>
      <small aria-hidden="true">{restSigns[type] ?? weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}</small>
      {type !== 'work' && <span className={visuallyHidden['only']}>{about}</span>}
    </th>
  )
}

function DepartmentRows({ department, days }: { department: Department; days: readonly Day[] }) {
  const { name, people, size, conflicts } = department
  const countOn = (day: string) => people.filter(({ away }) => away.some((one) => one.day === day)).length
  return (
    <tbody>
      <tr className={styles['department']}>
        <th scope="rowgroup">
          {name} <small>{size} 人</small>
        </th>
        {days.map(({ day, type }) => {
          const count = countOn(day)
          const isConflict = conflicts.includes(day)
          return (
            <td key={day} data-rest={isRest(type) || undefined} data-conflict={isConflict || undefined}>
              {count > 0 && (
                <span title={isConflict ? `${count} 人同时请假` : undefined}>
                  {isConflict && <Glyph of={WarningOutlined} />}
                  {count}
                  <span className={visuallyHidden['only']}>{isConflict ? ' 人同时请假' : ' 人'}</span>
                </span>
              )}
            </td>
          )
        })}
      </tr>
      {people.map((person) => (
        <tr key={person.userId}>
          <th scope="row">{person.name}</th>
          {days.map(({ day, type }) => (
            <td key={day} data-rest={isRest(type) || undefined}>
              {person.away
                .filter((one) => one.day === day)
                .map((one) => (
                  <AwayMark key={one.half} away={one} />
                ))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function AwayMark({ away }: { away: Away }) {
  const about = [nameAbsence(away), away.isRequested ? '审批中' : ''].filter(Boolean).join('，')
  return (
    <span
      className={styles['mark']}
      data-kind={away.kind}
      data-half={away.half}
      data-requested={away.isRequested || undefined}
      title={about}
    >
      <span aria-hidden="true">{away.kind ? signs[away.kind] : '假'}</span>
      <span className={visuallyHidden['only']}>{about}</span>
    </span>
  )
}

/** The kinds that are shown, and what the other marks mean. */
function Legend({ departments }: { departments: readonly Department[] }) {
  const all = departments.flatMap(({ people }) => people.flatMap(({ away }) => away))
  const kinds = (Object.keys(signs) as LeaveKind[]).filter((kind) => all.some((one) => one.kind === kind))
  return (
    <ul className={styles['legend']} aria-label="图例">
      {kinds.map((kind) => (
        <li key={kind}>
          <span className={styles['mark']} data-kind={kind} aria-hidden="true">
            {signs[kind]}
          </span>
          {leaveKinds[kind]}
        </li>
      ))}
      {all.some(({ kind }) => !kind) && (
        <li>
          <span className={styles['mark']} aria-hidden="true">
            假
          </span>
          请假
        </li>
      )}
      {all.some(({ isRequested }) => isRequested) && (
        <li>
          <span className={styles['mark']} data-requested aria-hidden="true">
            审
          </span>
          审批中
        </li>
      )}
      {departments.some(({ conflicts }) => conflicts.length > 0) && (
        <li>
          <Glyph of={WarningOutlined} />
          同时请假的人较多
        </li>
      )}
      <li>半格为半天</li>
    </ul>
  )
}
