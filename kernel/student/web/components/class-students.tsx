import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DetailSection } from '#packages/web/desk/list/detail-section.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { classRosterQuery } from '../class-queries.ts'
import styles from './class-students.module.css'

/** The pupils of a class today, each with a link. */
export default function ClassStudents({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(classRosterQuery(id))
  if (error && !data) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" widths={[48, 64, 56]} />
  if (data.length === 0)
    return <PageState status="empty" title="这个班还没有学生" text="导入学籍表或新建学生后编入。" />
  const countOf = (one: '男' | '女') => data.filter(({ sex }) => sex === one).length
  return (
    <DetailSection>
      <p className={styles['sum']}>{`共 ${data.length} 人，男 ${countOf('男')} 人，女 ${countOf('女')} 人`}</p>
      <ul className={styles['pupils']}>
        {data.map(({ id: pupil, name, seatNo }) => (
          <li key={pupil}>
            <span className={styles['seat']}>{seatNo === null ? '—' : `${seatNo} 号`}</span>
            <Link to={`/baseData/Student?open=${pupil}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
