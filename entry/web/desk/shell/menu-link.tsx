import { Link } from 'react-router'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import styles from './side-menu.module.css'

interface Props {
  to: string
  title: string
  icon?: Icon
  isHere: boolean
  /** An entry below a group. */
  isPage?: boolean
}

export function MenuLink({ to, title, icon, isHere, isPage = false }: Props) {
  return (
    <Link
      to={to}
      className={`${styles['item']} ${isPage ? styles['page'] : ''}`}
      aria-current={isHere ? 'page' : undefined}
    >
      {icon && <Glyph of={icon} />}
      <span>{title}</span>
    </Link>
  )
}
