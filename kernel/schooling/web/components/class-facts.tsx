import { Link } from 'react-router'
import type { DetailTabSpec, DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { classTeacherRoles, type ClassTeacher, type SchoolClass } from '../../contract.ts'
import { getStudentsUrl, type ClassDetail, type Lesson } from '../class-queries.ts'
import { formatDateRange, getStageTitle } from '../class-labels.ts'
import styles from './class-facts.module.css'

/** The current and former class teachers with their dates. */
function Teachers({ teachers }: { teachers: readonly ClassTeacher[] }) {
  if (teachers.length === 0) return <p className={styles['none']}>还没有设置班主任</p>
  return (
    <ul className={styles['teachers']}>
      {teachers.map((one) => (
        <li key={one.id} className={one.endsOn ? styles['over'] : ''}>
          <span className={styles['role']}>{classTeacherRoles[one.role]}</span>
          <strong>{one.name}</strong>
          <span className={styles['dates']}>{formatDateRange(one)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The pupil count; links to the student list for users who may read it. */
export function PupilCount({ row, label }: { row: SchoolClass; label: string }) {
  const may = useMay()
  return row.totalCount > 0 && may('student.read') ? <Link to={getStudentsUrl(row)}>{label}</Link> : label
}

function Lessons({ lessons }: { lessons: readonly Lesson[] }) {
  if (lessons.length === 0) return <p className={styles['none']}>还没有安排任课</p>
  return (
    <ul className={styles['teachers']}>
      {lessons.map(({ subject, teacherName, weekHours }) => (
        <li key={`${subject} ${teacherName}`}>
          <span className={styles['role']}>{subject}</span>
          <strong>{teacherName}</strong>
          <span className={styles['dates']}>{`每周 ${weekHours} 节`}</span>
        </li>
      ))}
    </ul>
  )
}

/** The tabs of a class; higher modules add the pupils and the invite code for parents. */
export const createClassTabs = (detail: ClassDetail): DetailTabSpec[] => [
  { key: 'facts', label: '基本信息', sections: listClassFacts(detail) },
  { key: 'students', label: '学生', sections: [] },
  { key: 'teaching', label: '任课', sections: [{ facts: [], whole: <Lessons lessons={detail.lessons} /> }] },
  { key: 'code', label: '邀请码', sections: [] },
]

const listClassFacts = (detail: ClassDetail): DetailSectionSpec[] => [
  {
    facts: [
      ...(detail.logo
        ? [
            {
              label: '班级图片',
              value: <img className={styles['logo']} src={detail.logo} alt={`${detail.label}图片`} />,
            },
          ]
        : []),
      { label: '年级', value: `${getStageTitle(detail.stage)} ${detail.gradeName}` },
      { label: '总人数', value: <PupilCount row={detail} label={`${detail.totalCount} 人`} /> },
      { label: '男 / 女', value: `${detail.maleCount} / ${detail.femaleCount}` },
      { label: '编号', value: detail.code },
      ...(detail.profession ? [{ label: '专业', value: detail.profession }] : []),
      { label: '教室', value: detail.roomName },
      { label: '入学年份', value: `${detail.startYear} 年` },
      { label: '毕业年份', value: `${detail.leavesIn} 年` },
    ],
  },
  { title: '班主任', facts: [], whole: <Teachers teachers={detail.teachers} /> },
]
