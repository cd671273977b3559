import { Link } from 'react-router'
import { pathOf } from './paths.ts'

/** 学生考勤 of a pupil: the whole term. */
export const PupilLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={`${pathOf('class')}?pupil=${id}`}>{name}</Link>
)
