import { Link } from 'react-router'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import type { OrgHome } from './front-page-queries.ts'
import styles from './org-people.module.css'

/** The leaders of the organisation, with the office number where there is one. */
export function Leaders({ leaders }: Pick<OrgHome, 'leaders'>) {
  if (leaders.length === 0) return <p className={styles['none']}>教职工的职务填写为校长、书记等后，这里会显示。</p>
  return (
    <ul className={styles['people']}>
      {leaders.map(({ id, name, posts, mobile }) => {
        const [firstPost] = posts
        const phone = firstPost?.officePhone || mobile
        return (
          <li key={id} className={styles['person']}>
            <InitialsAvatar name={name} size="row" />
            <Link to={`/directory?open=${id}`}>{name}</Link>
            <span className={styles['post']}>{firstPost?.post}</span>
            {phone && (
              <a className={styles['phone']} href={`tel:${phone}`} aria-label={`拨打${name} ${phone}`}>
                {phone}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** As many as fit the height of the card; the contacts page has all. */
const maxShown = 12

export function Departments({ departments }: Pick<OrgHome, 'departments'>) {
  if (departments.length === 0) return <p className={styles['none']}>还没有内设部门。</p>
  return (
    <>
      <ul className={styles['departments']}>
        {departments.slice(0, maxShown).map(({ id, name, people }) => (
          <li key={id}>
            <Link className={styles['department']!} to={`/directory?node=${id}`}>
              <span className={styles['name']}>{name}</span>
              <span className={styles['count']}>{people} 人</span>
            </Link>
          </li>
        ))}
      </ul>
      {departments.length > maxShown && (
        <Link className={styles['all']!} to="/directory">
          全部 {departments.length} 个部门
        </Link>
      )}
    </>
  )
}
