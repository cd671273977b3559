import { StopOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Face } from '#packages/web/desk/face.tsx'
import { col, StatusOf } from '#packages/web/desk/list/columns.tsx'
import { ListPage } from '#packages/web/desk/list/list-page.tsx'
import { daysFilter } from '#packages/web/desk/list/range.ts'
import type { ListSpec } from '#packages/web/desk/list/spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { Term } from '#kernel/schooling/contract.ts'
import type { StudentChange } from '../../contract.ts'
import { changePage, termsReading } from '../change-queries.ts'
import { studentKey } from '../tree.ts'
import { changeTypeOf, choices, wayOf } from '../words.ts'
import { ChangeCounts } from './change-counts.tsx'
import { ChangeParts } from './change-parts.tsx'

const undone = { tone: 'closed', icon: StopOutlined, words: '已撤销' } as const

const specOf = (terms: readonly Term[]): ListSpec<StudentChange> => ({
  key: 'student:StudentChanges',
  queryKey: studentKey,
  unit: '条异动',
  measure: '条',
  counted: '条异动',
  note: <ChangeParts />,
  figures: <ChangeCounts terms={terms} />,
  page: changePage(terms),
  name: {
    title: '姓名',
    of: ({ studentName }) => studentName,
    isOff: ({ isUndone }) => isUndone,
    width: 128,
    to: ({ studentId }) => `/baseData/Student?open=${studentId}`,
    icon: ({ studentName }) => <Face name={studentName} size="row" />,
  },
  columns: [
    col.text({ key: 'type', title: '异动', width: 112, of: changeTypeOf }),
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
      cell: ({ isUndone }) => (isUndone ? <StatusOf status={undone} /> : '有效'),
      words: ({ isUndone }) => (isUndone ? undone.words : ''),
    }),
  ],
  card: (row) => ({
    kind: changeTypeOf(row),
    facts: [wayOf(row), row.on].filter(Boolean),
    ...(row.isUndone && { tag: <StatusOf status={undone} /> }),
  }),
  search: '学生姓名或拼音',
  filters: [
    { name: 'term', label: '全部学期', options: terms.map(({ id, name }) => ({ value: id, label: name })) },
    { name: 'type', label: '异动（不含入学）', options: choices.changeType },
    daysFilter('生效日期'),
  ],
  empty: { title: '还没有学籍异动', words: '在学生管理里办理调班、休学、转出等，记录会出现在这里。' },
})

/** What happened to pupils, the newest first; 入学 only for whoever asks for it. */
export function ChangeRecords() {
  const { data, isError } = useQuery(termsReading)
  // Without terms everything else still works.
  const terms = data ?? (isError ? none : undefined)
  const spec = useMemo(() => terms && specOf(terms), [terms])
  return spec ? <ListPage spec={spec} /> : <PageState status="loading" />
}
const none: readonly Term[] = []
