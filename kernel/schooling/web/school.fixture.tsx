import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { orgTypes } from '#kernel/org/contract.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { schoolingApi, type SchoolClass, type SetUp, type SetUpStep, type Term } from '../contract.ts'

const id = (number: number) => `01a05a43-fc00-7000-8001-${String(number).padStart(12, '0')}`
export const ids = {
  school: id(1),
  grade: id(2),
  first: id(3),
  second: id(4),
  wang: id(5),
  li: id(6),
  term: id(7),
  before: id(8),
  chinese: id(9),
  maths: id(10),
  group: id(11),
  assignment: id(12),
}

/** Signs in at a school, or at another type of organisation. */
export const signInAt = (type: keyof typeof orgTypes = 'school') =>
  useSession.setState({
    orgId: ids.school,
    user: { orgId: ids.school, orgType: orgTypes[type].code, orgName: '明湖小学' } as SessionUser,
  })

interface Frame {
  permissions?: readonly string[]
  address?: string
  children: ReactNode
}

/** Wraps a page like the app shell does. */
export function Shell({ permissions = ['class.read', 'class.edit', 'teaching.edit'], address = '', children }: Frame) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const info = { title: '页面', group: '基础数据', permission: { code: 'class.read', title: '' }, actions: [] }
  return (
    <PermissionContext value={new Set(permissions)}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
          {children}
        </PageSearchContext>
      </PageContext>
    </PermissionContext>
  )
}

/** The value in its wire format. */
export const onWire = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): unknown =>
  z.encode(schema, value)

export const classOf = (part: Partial<SchoolClass>): SchoolClass => ({
  id: ids.first,
  orgId: ids.school,
  orgName: '明湖小学',
  gradeId: ids.grade,
  gradeName: '七年级',
  name: '1班',
  label: '七(1)班',
  code: '',
  profession: '',
  teacherId: null,
  teacherName: '',
  viceName: '',
  roomId: null,
  roomName: '',
  maleCount: 20,
  femaleCount: 22,
  totalCount: 42,
  logo: '',
  logoFiles: [],
  startYear: 2026,
  leavesIn: 2029,
  stage: 3,
  sort: 1,
  state: 'open',
  version: 1,
  ...part,
})
const classes = [
  classOf({ teacherId: ids.wang, teacherName: '王芳' }),
  classOf({ id: ids.second, name: '2班', label: '七(2)班', sort: 2 }),
]

export const stepsOf = (states: Partial<Record<SetUpStep, SetUp['steps'][number]['state']>>): SetUp['steps'] =>
  (['facts', 'terms', 'periods', 'classes', 'staff', 'teachers', 'students', 'finish'] as const).map((key) => ({
    key,
    state: states[key] ?? 'done',
    about: `${key}的情况`,
  }))

export const termOf = (part: Partial<Term>): Term => ({
  id: ids.term,
  name: '2026学年第一学期',
  schoolYear: 2026,
  number: 1,
  startsOn: '2026-09-01',
  endsOn: '2027-01-31',
  isCurrent: true,
  state: 'current',
  weeks: 22,
  differsFrom: null,
  version: 1,
  ...part,
})

/** Server responses for a school with two classes of one grade. */
export const answers = {
  [schoolingApi.classTree.path]: () => ({
    orgId: ids.school,
    orgName: '明湖小学',
    isWhole: true,
    grades: [
      {
        id: ids.grade,
        name: '七年级',
        stage: 3,
        startYear: 2026,
        count: 84,
        classes: classes.map(({ id: of, name, label, teacherName }) => ({
          id: of,
          name,
          label,
          teacherName,
          count: 42,
        })),
      },
    ],
  }),
  [schoolingApi.classes.path]: () =>
    onWire(schoolingApi.classes.data, { items: classes, itemCount: classes.length, pageCount: 1 }),
  [schoolingApi.grades.path]: () =>
    onWire(schoolingApi.grades.data, [
      {
        id: ids.grade,
        orgId: ids.school,
        stage: 3,
        startYear: 2026,
        years: 3,
        name: '七年级',
        yearNo: 1,
        headId: null,
        headName: '',
        classCount: 2,
        totalCount: 84,
        version: 1,
      },
    ]),
  [schoolingApi.terms.path]: () =>
    onWire(schoolingApi.terms.data, [
      termOf({}),
      termOf({
        id: ids.before,
        name: '2025学年第二学期',
        schoolYear: 2025,
        number: 2,
        startsOn: '2026-02-15',
        isCurrent: false,
      }),
    ]),
  '/api/contacts/teachers': () =>
    [
      [ids.wang, '王芳', '语文'],
      [ids.li, '李强', '数学'],
    ].map(([userID, teacherName, subjectName]) => ({
      teacherType: 3,
      subjectName,
      userID,
      teacherName,
      mobilePhone: '',
      phone: '',
    })),
}
