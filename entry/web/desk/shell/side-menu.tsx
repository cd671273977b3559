import { ApartmentOutlined, CodeOutlined, DownOutlined, FileSearchOutlined, SettingOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { MenuModule } from '#kernel/access/contract.ts'
import type { MenuGroup } from '#packages/contract'
import { Logo } from '#packages/web/core/logo.tsx'
import { pages } from '../modules.ts'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import styles from './side-menu.module.css'

const icons: Record<MenuGroup, Icon> = {
  baseData: ApartmentOutlined,
  systemSet: SettingOutlined,
  developer: CodeOutlined,
  logMmanagement: FileSearchOutlined,
}

/** The menu as the server answers it: groups, and their pages below them. At most one group is open. */
export function SideMenu({ modules }: { modules: readonly MenuModule[] }) {
  const { pathname } = useLocation()
  const here = modules.find(({ children }) => children.some(({ url }) => url === pathname))
  const [chosen, setChosen] = useState<{ at: string; group: string }>()
  const open = chosen?.at === pathname ? chosen.group : here?.id
  return (
    <nav className={styles['menu']} aria-label="主菜单">
      <div className={styles['head']}>
        <Logo size={28} />
        <span>启明</span>
      </div>
      <ul>
        {modules.map((group) => (
          <Group
            key={group.id}
            group={group}
            isOpen={group.id === open}
            onToggle={() => setChosen({ at: pathname, group: group.id === open ? '' : group.id })}
          />
        ))}
      </ul>
    </nav>
  )
}

interface GroupProps {
  group: MenuModule
  isOpen: boolean
  onToggle: () => void
}

function Group({ group, isOpen, onToggle }: GroupProps) {
  const icon = icons[group.url.slice(1) as MenuGroup]
  return (
    <li>
      <button type="button" className={styles['group']} aria-expanded={isOpen} onClick={onToggle}>
        {icon && <Glyph of={icon} />}
        <span>{group.title}</span>
        <Glyph of={DownOutlined} className={styles['arrow']!} rotate={isOpen ? 180 : 0} />
      </button>
      {isOpen && (
        <ul className={styles['pages']}>
          {group.children.filter(hasRoute).map(({ id, title, url }) => (
            <li key={id}>
              <NavLink to={url} className={styles['page']!}>
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const missing = new Set<string>()

/** The server may be a release ahead: an entry without a page is left out, and said once. */
function hasRoute({ url, title }: MenuModule) {
  if (pages.some((page) => page.url === url)) return true
  if (!missing.has(url)) console.warn(`the menu has ${title}, but there is no page at ${url}`)
  missing.add(url)
  return false
}
