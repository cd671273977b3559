import type { Section } from '#packages/web/desk/list/spec.ts'
import { classTeacherRoles, type ClassTeacher } from '../../contract.ts'
import type { ClassDetail } from '../class-queries.ts'
import { datesOf, stageTitle } from '../words.ts'
import styles from './class-facts.module.css'

/** Who leads a class, and who did: the dates say when. */
function Teachers({ teachers }: { teachers: readonly ClassTeacher[] }) {
  if (teachers.length === 0) return <p className={styles['none']}>还没有设置班主任</p>
  return (
    <ul className={styles['teachers']}>
      {teachers.map((one) => (
        <li key={one.id} className={one.endsOn ? styles['over'] : ''}>
          <span className={styles['role']}>{classTeacherRoles[one.role]}</span>
          <strong>{one.name}</strong>
          <span className={styles['dates']}>{datesOf(one)}</span>
        </li>
      ))}
    </ul>
  )
}

export const classFacts = (detail: ClassDetail): Section[] => [
  {
    facts: [
      { label: '年级', value: `${stageTitle(detail.stage)} ${detail.gradeName}` },
      { label: '编号', value: detail.code },
      ...(detail.profession ? [{ label: '专业', value: detail.profession }] : []),
      { label: '教室', value: detail.roomName },
      { label: '入学年份', value: `${detail.startYear} 年` },
      { label: '毕业年份', value: `${detail.leavesIn} 年` },
    ],
  },
  {
    title: '学生',
    facts: [
      { label: '总人数', value: `${detail.totalCount} 人` },
      { label: '男 / 女', value: `${detail.maleCount} / ${detail.femaleCount}` },
    ],
  },
  { title: '班主任', facts: [], whole: <Teachers teachers={detail.teachers} /> },
]
