import { StopOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { ListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import type { ListSpec } from '#packages/web/desk/list/list-spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { Term } from '#kernel/schooling/contract.ts'
import type { StudentChange } from '../../contract.ts'
import { createChangePageQuery, termsQuery } from '../change-queries.ts'
import { studentKey } from '../student-tree.ts'
import { getChangeTypeLabel, studentOptions, describeMove } from '../student-labels.ts'
import { ChangeCounts } from './change-counts.tsx'
import { ChangeListSwitch } from './change-parts.tsx'

const undoneStatus = { tone: 'closed', icon: StopOutlined, label: '已撤销' } as const

/** The changes, with the terms that they can be filtered by. */
export const createChangeList = (terms: readonly Term[]): ListSpec<StudentChange> => ({
  key: 'student:StudentChanges',
  queryKey: studentKey,
  noun: { name: '异动', measure: '条' },
  note: <ChangeListSwitch />,
  figures: <ChangeCounts terms={terms} />,
  page: createChangePageQuery(terms),
  name: {
    title: '姓名',
    of: ({ studentName }) => studentName,
    isOff: ({ isUndone }) => isUndone,
    width: 128,
    to: ({ studentId }) => `/baseData/Student?open=${studentId}`,
    icon: ({ studentName }) => <InitialsAvatar name={studentName} size="row" />,
  },
  columns: [
    col.text({ key: 'type', title: '异动', width: 112, of: getChangeTypeLabel }),
    col.text({ key: 'on', title: '生效日期', width: 112 }),
    col.text({ key: 'from', title: '原班级或学校', width: 160, dropAt: 2 }),
    col.text({ key: 'to', title: '新班级或学校', width: 160 }),
    col.text({ key: 'reason', title: '原因', width: 176, dropAt: 3 }),
    col.text({ key: 'by', title: '办理人', width: 88, dropAt: 4 }),
    col.date({ key: 'at', title: '办理时间', width: 168, hasTime: true, dropAt: 5, of: ({ at }) => at }),
    col.other({
      key: 'undone',
      title: '状态',
      width: 84,
      dropAt: 1,
      cell: ({ isUndone }) => (isUndone ? <RowStatusTag status={undoneStatus} /> : '有效'),
      text: ({ isUndone }) => (isUndone ? undoneStatus.label : ''),
    }),
  ],
  card: (row) => ({
    kind: getChangeTypeLabel(row),
    facts: [describeMove(row), row.on].filter(Boolean),
    ...(row.isUndone && { tag: <RowStatusTag status={undoneStatus} /> }),
  }),
  search: '学生姓名或拼音',
  filters: [
    { name: 'term', label: '全部学期', options: terms.map(({ id, name }) => ({ value: id, label: name })) },
    { name: 'type', label: '异动（不含入学）', options: studentOptions.changeType },
    createDayRangeFilter('生效日期'),
    { name: 'state', label: '状态', options: studentOptions.changeState, isMore: true },
  ],
  empty: { title: '还没有学籍异动', text: '在学生管理里办理调班、休学、转出等，记录会出现在这里。' },
})

/** Changes of pupils, newest first; 入学 only if that type is chosen. */
export function ChangeRecords() {
  const { data, isError } = useQuery(termsQuery)
  // The page also works without terms.
  const terms = data ?? (isError ? noTerms : undefined)
  const spec = useMemo(() => terms && createChangeList(terms), [terms])
  return spec ? <ListPage spec={spec} /> : <PageState status="loading" />
}
const noTerms: readonly Term[] = []
