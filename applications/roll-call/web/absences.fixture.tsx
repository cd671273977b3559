import { useState, type ReactNode } from 'react'
import { orgTypes } from '#kernel/org/contract.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { createMemoryPreferenceStore } from '#packages/web/desk/gallery/memory-preference-store.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import type { AbsenceCase, AttendanceFigures } from '#engines/attendance/contract.ts'
import type { ClassDay, StudentTerm } from '../contract.ts'

const id = (number: number) => `01a05a43-fc00-7000-8001-${String(number).padStart(12, '0')}`
export const ids = {
  school: id(1),
  ownClass: id(2),
  otherClass: id(3),
  lu: id(11),
  song: id(12),
  cheng: id(13),
  first: id(21),
  second: id(22),
  third: id(23),
  case: id(31),
  guardian: id(33),
  other: id(32),
  term: id(41),
}
export const day = '2026-11-19'

export const caseOf = (part: Partial<AbsenceCase> = {}): AbsenceCase => ({
  id: ids.case,
  studentId: ids.lu,
  name: '陆星辰',
  className: '七(3)班',
  classId: ids.ownClass,
  gradeName: '七年级',
  day,
  status: 'open',
  outcome: null,
  lesson: '第1节 语文',
  openedAt: '2026-11-19T00:10:00.000Z',
  minutes: 12,
  seenAt: null,
  told: [{ at: '2026-11-19T00:10:05.000Z', text: '家长：陈红' }],
  nextStep: { at: '2026-11-19T00:25:00.000Z', text: '德育处和年级组长' },
  guardians: [{ id: ids.guardian, name: '陈红', relation: '母亲', phone: '138****1111' }],
  note: '',
  settledBy: '',
  settledAt: null,
  ...part,
})

export const figuresOf = (part: Partial<AttendanceFigures> = {}): AttendanceFigures => ({
  expected: 8,
  present: 5,
  late: 1,
  halfMissed: 0,
  early: 0,
  sick: 1,
  private: 0,
  official: 0,
  missing: 1,
  truant: 0,
  unrecorded: 3,
  ...part,
})

const lesson = { sessionId: ids.case, groupName: '七(3)班', teacherNames: '李敏' } as const
export const classDay: ClassDay = {
  classId: ids.ownClass,
  className: '七(3)班',
  day,
  lessons: [
    { ...lesson, lessonId: ids.first, periodName: '第1节', begins: '08:00', subjectName: '语文', status: 'submitted' },
    { ...lesson, lessonId: ids.second, periodName: '第2节', begins: '08:50', subjectName: '数学', status: 'missed' },
  ],
  pupils: [
    {
      studentId: ids.cheng,
      name: '程诺',
      seatNo: 1,
      seenAt: '07:31',
      marks: [
        { status: 'late', minutes: 5 },
        { status: 'unrecorded', minutes: null },
      ],
    },
    { studentId: ids.song, name: '宋词', seatNo: 23, seenAt: null, marks: [{ status: 'sick', minutes: null }, null] },
    {
      studentId: ids.lu,
      name: '陆星辰',
      seatNo: 12,
      seenAt: null,
      marks: [
        { status: 'missing', minutes: null },
        { status: 'unrecorded', minutes: null },
      ],
    },
  ],
  figures: figuresOf(),
}

const termLesson = { sessionId: ids.case, periodName: '第1节', begins: '08:00', subjectName: '语文', minutes: null }
export const studentTerm: StudentTerm = {
  studentId: ids.lu,
  name: '陆星辰',
  className: '七(3)班',
  termName: '2026学年第一学期',
  from: '2026-11-09',
  to: '2026-11-20',
  days: [
    {
      day: '2026-11-18',
      lessons: [{ ...termLesson, lessonId: ids.first, status: 'present' }],
      leave: [],
      seenAt: null,
    },
    { day, lessons: [{ ...termLesson, lessonId: ids.second, status: 'missing' }], leave: [], seenAt: null },
  ],
  figures: figuresOf(),
  amendments: [
    {
      at: '2026-11-19T08:00:00.000Z',
      by: '王芳',
      lesson: '11-18 第1节 语文',
      before: '未到',
      after: '出勤',
      reason: '学生在校医室',
    },
  ],
}

/** Signs in at the school. */
export const signInAtSchool = () =>
  useSession.setState({
    orgId: ids.school,
    user: { orgId: ids.school, orgType: orgTypes.school.code, orgName: '明湖学校' } as SessionUser,
  })

interface Frame {
  title: string
  address?: string
  permissions?: readonly string[]
  children: ReactNode
}

/** Wraps a page as the shell does. */
export function Shell({ title, address = '', permissions = ['roll.handle'], children }: Frame) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const [preferences] = useState(() => createMemoryPreferenceStore())
  const info = { title, group: '课堂点名', permission: { code: 'staff', title: '' }, actions: [] }
  return (
    <PermissionContext value={new Set(permissions)}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
          <PreferenceStoreContext value={preferences}>{children}</PreferenceStoreContext>
        </PageSearchContext>
      </PageContext>
    </PermissionContext>
  )
}
