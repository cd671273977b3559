import { useState } from 'react'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { SearchField } from '#packages/web/desk/search-field.tsx'
import { formatWeekday, type TimetableIndex } from '../timetable/timetable-views.ts'
import { countClassHours, countTeacherHours, formatHours, type GroupHours } from './count-hours.ts'
import styles from './hour-tables.module.css'

interface Props {
  index: TimetableIndex
  termWeeks: number
}

const limits = [12, 14, 16, 18, 20, 22]
const usualLimit = 16

/** The lessons of each teacher; above the limit they are orange. */
export function TeacherTable({ index, termWeeks }: Props) {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const [keyword, setKeyword] = useState('')
  const limit = limits.find((value) => String(value) === search.get('limit')) ?? usualLimit
  const all = countTeacherHours(index, termWeeks)
  const rows = all.filter(({ name }) => name.includes(keyword.trim()))
  const over = all.filter(({ placed }) => placed > limit).length
  return (
    <>
      <div className={`${styles['tools']} no-print`}>
        <SearchField className={styles['search']!} label="教师姓名" value={keyword} onChange={setKeyword} />
        <PlainSelect
          label="周课时上限"
          value={String(limit)}
          options={limits.map((value) => ({ value: String(value), label: `超过 ${value} 节标出` }))}
          onChange={(value) => setParams({ limit: value === String(usualLimit) ? null : value })}
        />
        <span className={styles['note']}>{over > 0 ? `${over} 人超工作量` : '没有人超工作量'}</span>
      </div>
      {rows.length === 0 ? (
        <PageState status="noMatch" title="没有找到教师" onClear={() => setKeyword('')} />
      ) : (
        <div className={styles['frame']}>
          <table className={styles['table']} aria-label="教师课时">
            <thead>
              <tr>
                {['教师', '课表周课时', '任课周课时', '相差', '最多的一天'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, name, placed, assigned, busiestDay, mostOnADay }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td data-over={placed > limit ? '' : undefined}>
                    {placed > limit && <span className={styles['tag']}>超工作量</span>}
                    {formatHours(placed)}
                  </td>
                  <td>{formatHours(assigned)}</td>
                  <td data-differs={placed === assigned ? undefined : ''}>{formatDifference(placed - assigned)}</td>
                  <td>{busiestDay === null ? '—' : `${formatWeekday(busiestDay)} ${formatHours(mostOnADay)} 节`}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">合计 {rows.length} 人</th>
                <td>{formatHours(sum(rows.map(({ placed }) => placed)))}</td>
                <td>{formatHours(sum(rows.map(({ assigned }) => assigned)))}</td>
                <td colSpan={2}>—</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

const formatDifference = (difference: number) => {
  const hours = formatHours(difference)
  return hours === '0' || hours === '-0' ? '—' : difference > 0 ? `多 ${hours}` : `少 ${hours.slice(1)}`
}

/** The lessons of each class by subject; 4/5 where one of five waits. */
export function ClassTable({ index, termWeeks }: Props) {
  const rows = countClassHours(index, termWeeks)
  const subjects = [...new Map(index.content.groups.map((group) => [group.subjectId, group.subjectName]))]
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label="班级学科课时">
        <thead>
          <tr>
            <th scope="col">班级</th>
            {subjects.map(([id, name]) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, subjects: ofClass, placed, assigned }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {subjects.map(([subjectId]) => (
                <Hours key={subjectId} hours={ofClass.get(subjectId)} />
              ))}
              <Hours hours={{ placed, assigned }} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            {subjects.map(([id]) => (
              <Hours key={id} hours={sumHours(rows.map((row) => row.subjects.get(id)))} />
            ))}
            <Hours hours={sumHours(rows)} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const sumHours = (some: readonly (GroupHours | undefined)[]): GroupHours => ({
  placed: sum(some.map((hours) => hours?.placed ?? 0)),
  assigned: sum(some.map((hours) => hours?.assigned ?? 0)),
})

function Hours({ hours }: { hours: GroupHours | undefined }) {
  if (!hours) return <td className={styles['none']}>—</td>
  const { placed, assigned } = hours
  if (formatHours(placed) === formatHours(assigned)) return <td>{formatHours(placed)}</td>
  return (
    <td data-differs="" title={`课表 ${formatHours(placed)} 节，任课 ${formatHours(assigned)} 节`}>
      {`${formatHours(placed)}/${formatHours(assigned)}`}
    </td>
  )
}
