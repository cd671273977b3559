import { CheckSquareOutlined } from '@ant-design/icons'
import { labelOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { Column, FilterSpec, ListSpec } from '#packages/web/desk/list/list-spec.ts'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { getStateLook } from '#packages/web/desk/status-look.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { sessionStatuses } from '#engines/attendance/contract.ts'
import { rollRecord, rollRecordApi, type RollRecord } from '../../contract-records.ts'
import { attendanceKey } from '../attendance-queries.ts'
import { LockButton } from '../components/lock-button.tsx'
import { RollOfLesson } from '../components/roll-of-lesson.tsx'
import { StudentTermPage } from '../components/student-term.tsx'
import styles from './records.module.css'

type Row = RollRecord

const {
  create: _,
  edit: __,
  detail: ___,
  ...list
} = createEntityListSpec(rollRecord, rollRecordApi, {
  key: 'roll-call:records',
  icon: CheckSquareOutlined,
  empty: { title: '该条件下没有考勤记录', text: '有课的日子，点名和漏点的课列在这里。' },
})

/** The rows have the number of a class; people know it by its name of the year. */
const nameClass = (filter: FilterSpec): FilterSpec =>
  filter.name !== 'class' || !filter.reference
    ? filter
    : {
        ...filter,
        reference: {
          ...filter.reference,
          valueOf: (row) => {
            const { class: chosen, groupLabel } = row as Row
            return chosen && { id: chosen.id, name: groupLabel }
          },
        },
      }
const more: readonly string[] = ['isBackfilled', 'grade', 'subject', 'teacher', 'differs']

/** A roll that was submitted needs no eye, in a list of all of them. */
const lookOf = ({ status }: Row) => ({
  ...getStateLook(sessionStatuses[status]),
  isNormal: status === 'submitted' || status === 'locked',
})
const countText = (count: number | null) => (count === null ? '—' : String(count))

const counts = ['present', 'late', 'leave', 'missing', 'truant'] as const
const dropAt: Readonly<Record<string, number>> = { truant: 3, late: 2, differs: 2, leave: 1, expected: 1 }
/** Zeros and what is as it should be are quiet, so that the other rows stand out. */
const drawQuietly = (shared: Column<Row>): Column<Row> => {
  const { key, title, width } = shared
  const drop = dropAt[key]
  const column = { ...shared, ...(drop && { dropAt: drop }) }
  const count = counts.find((one) => one === key)
  if (key === 'status') return col.status({ key, title, width, of: lookOf })
  if (key === 'differs')
    return { ...column, cell: ({ differs }) => (differs ? <RowStatusTag status={getStateLook(differing)} /> : '') }
  if (!count) return column
  return {
    ...column,
    align: 'right',
    cell: (row) => (row[count] === 0 ? <span className={styles['quiet']}>0</span> : countText(row[count])),
  }
}
const differing = { label: '有差异', tone: 'warning' } as const

const spec: ListSpec<Row> = {
  ...list,
  queryKey: attendanceKey,
  hasViews: true,
  note: <LockButton orgId={null} />,
  columns: list.columns.map(drawQuietly),
  filters: list.filters!.map((filter) => ({ ...nameClass(filter), isMore: more.includes(filter.name) })),
  card: (row) => ({
    kind: `${row.groupLabel} ${row.subject.name}`,
    facts: [
      row.period,
      row.teacher?.name ?? '',
      row.status === 'open' ? labelOf(sessionStatuses, row.status) : '',
      row.present === null ? '' : `实到 ${row.present} / ${countText(row.expected)}`,
    ].filter(Boolean),
    ...(row.status === 'missed' && { tag: <RowStatusTag status={lookOf(row)} /> }),
  }),
  detail: {
    of: (id) => ({
      queryKey: [...attendanceKey, 'record', id],
      queryFn: ({ signal }) => call(rollRecordApi.get, { query: { id }, signal }),
    }),
    icon: () => <TileIcon of={CheckSquareOutlined} size="head" />,
    name: ({ groupLabel, subject }) => `${groupLabel} ${subject.name}`,
    tag: (row) => <RowStatusTag status={lookOf(row)} />,
    about: ({ day, period, teacher }) => [day, period, teacher?.name ?? ''].filter(Boolean),
    sections: (row) => [
      {
        facts: [
          { label: '应到', value: countText(row.expected) },
          { label: '实到', value: countText(row.present) },
          { label: '迟到', value: countText(row.late) },
          { label: '请假', value: countText(row.leave) },
          { label: '旷课', value: countText(row.truant) },
          { label: '未到', value: countText(row.missing) },
          ...(row.isBackfilled ? [{ label: '补点', value: '下课后补点' }] : []),
          { label: '单位', value: row.org.name },
        ],
      },
      { title: '点名', facts: [], whole: <RollOfLesson key={row.id} lessonId={row.id} sessionId={row.sessionId} /> },
    ],
  },
}
const RecordsList = defineListPage(spec)

/** 考勤记录; `?pupil=` opens the term of a pupil. */
export default function RecordsPage() {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const pupil = search.get('pupil')
  if (pupil) return <StudentTermPage studentId={pupil} onClose={() => setParams({ pupil: null, term: null })} />
  return <RecordsList />
}
