import { TeamOutlined } from '@ant-design/icons'
import { optionsOf } from '#packages/contract'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { DialogHost } from '#packages/web/desk/dialog-host.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { defineTreeListPage } from '#packages/web/desk/tree-list/tree-list-page.tsx'
import { classStates, type SchoolClass } from '../../contract.ts'
import { classActions } from '../class-actions.tsx'
import * as queries from '../class-queries.ts'
import { createClassTabs, PupilCount } from '../components/class-facts.tsx'
import { createEditClassForm, createNewClassForm } from '../components/class-form.tsx'
import { getClassStatus } from '../class-labels.ts'

const { open: _open, ...otherStates } = classStates
const figure = { width: 64, dropAt: 3 } as const

interface ClassPageOptions {
  /** The list covers several schools, so each class shows its school. */
  isAbove: boolean
  mayEdit: boolean
}

const defineClassPage = ({ isAbove, mayEdit }: ClassPageOptions) =>
  defineTreeListPage<SchoolClass, queries.ClassDetail, queries.ClassValues>({
    key: 'schooling:Classes',
    queryKey: queries.schoolingKey,
    noun: { name: '班级', measure: '个' },
    isShallow: true,
    tree: {
      title: '学校和年级',
      change: '切换年级',
      level: queries.treeLevelQuery,
      parentOf: queries.parentNodeQuery,
      isOther: true,
      empty: { of: 'class', title: '您还没有任教班级', text: '教务处安排任课后，这里会出现班级。' },
    },
    page: queries.classPageQuery,
    name: {
      title: '班级',
      of: ({ label }) => label,
      isOff: ({ state }) => state !== 'open',
      width: 120,
      icon: () => <TileIcon of={TeamOutlined} size="row" />,
    },
    columns: [
      ...(isAbove ? [col.text<SchoolClass>({ key: 'orgName', title: '学校', width: 168 })] : []),
      col.text({ key: 'code', title: '编号', width: 96, dropAt: 5 }),
      col.text({ key: 'profession', title: '专业', width: 120, hiddenByDefault: true }),
      col.text({ key: 'teacher', title: '班主任', width: 104, card: 'kind', of: ({ teacherName }) => teacherName }),
      col.text({ key: 'vice', title: '副班主任', width: 104, dropAt: 6, of: ({ viceName }) => viceName }),
      col.number({ key: 'male', title: '男', ...figure, of: ({ maleCount }) => maleCount }),
      col.number({ key: 'female', title: '女', ...figure, of: ({ femaleCount }) => femaleCount }),
      col.other({
        key: 'total',
        title: '总人数',
        width: 80,
        card: 'fact',
        align: 'right',
        cell: (row) => <PupilCount row={row} label={row.totalCount.toLocaleString()} />,
        text: ({ totalCount }) => `${totalCount.toLocaleString()} 人`,
      }),
      col.text({ key: 'room', title: '教室', width: 136, dropAt: 4, card: 'fact', of: ({ roomName }) => roomName }),
      col.status({ key: 'state', title: '状态', width: 112, of: getClassStatus }),
    ],
    search: '班级、编号或班主任',
    filters: [
      { name: 'state', label: '正常班级', options: optionsOf(otherStates) },
      { name: 'on', label: '截至日期', options: [], isDay: true },
    ],
    create: {
      permission: 'class.edit',
      form: ({ node }) => createNewClassForm(queries.parseTreeNode(node)),
      submit: queries.saveClass,
    },
    edit: {
      permission: 'class.edit',
      when: ({ state }) => state === 'open',
      form: createEditClassForm,
      submit: queries.saveClass,
    },
    actions: classActions,
    detail: {
      of: queries.classDetailQuery,
      name: ({ label }) => label,
      tabs: createClassTabs,
      icon: () => <TileIcon of={TeamOutlined} size="head" />,
      tag: (detail) => <RowStatusTag status={getClassStatus(detail)} />,
      about: ({ orgName, teacherName }) => [orgName, teacherName && `班主任 ${teacherName}`].filter(Boolean),
    },
    empty: (name) =>
      mayEdit
        ? { of: 'class', title: `${name}还没有班级`, text: '可以新建班级，或用“批量建班”一次建好各年级。' }
        : { of: 'class', title: '您还没有任教班级', text: '教务处安排任课后，这里会出现班级。' },
  })

const ClassesBelow = defineClassPage({ isAbove: true, mayEdit: true })
const SchoolClasses = defineClassPage({ isAbove: false, mayEdit: true })
const OwnClasses = defineClassPage({ isAbove: false, mayEdit: false })

/** 年级班级. */
export default function ClassPage() {
  const may = useMay()
  const Classes = !queries.isAtSchool() ? ClassesBelow : may('class.edit') ? SchoolClasses : OwnClasses
  return (
    <>
      <Classes />
      <DialogHost />
    </>
  )
}
