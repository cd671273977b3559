import {
  AppstoreOutlined,
  BankOutlined,
  BarChartOutlined,
  DashboardOutlined,
  DownOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
} from '@ant-design/icons'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { listMenuParts, type MenuPart, type MenuRoute } from '../menu-routes.ts'
import { boardPage, dataCentrePages } from '../page-list.ts'
import { getTagAddress, type Tags } from '../page-tags/page-tags.ts'
import { ownUrls } from '../shell-urls.ts'
import { groupIcon } from './group-icon.ts'
import { MenuHead } from './menu-head.tsx'
import { MenuLink } from './menu-link.tsx'
import { RailGroup, RailLink } from './rail.tsx'
import { toggleSidebar, useSidebar } from './sidebar-state.ts'
import styles from './side-menu.module.css'

const tabIcons: Record<string, Icon> = {
  '/dataCentre/dataBoard': DashboardOutlined,
  '/dataCentre/appSupermarket': AppstoreOutlined,
  '/dataCentre/dataStatistics': BarChartOutlined,
}

interface Props {
  menu: readonly MenuRoute[]
  tags: Tags
}

/** The fixed entries, and then the groups of the user's menu. */
export function SideMenu({ menu, tags }: Props) {
  const isBig = useBigText()
  const { isClosed } = useSidebar()
  const isRail = isClosed && !isBig
  return (
    <nav className={styles['menu']} aria-label="主菜单" data-rail={isRail}>
      <MenuHead isRail={isRail} />
      <div className={styles['list']}>
        <MenuList menu={menu} tags={tags} isRail={isRail} />
      </div>
      {!isBig && (
        <button
          type="button"
          className={styles['foot']}
          aria-expanded={!isRail}
          {...(isRail && { 'aria-label': '展开菜单', title: '展开菜单' })}
          onClick={toggleSidebar}
        >
          <Glyph of={isRail ? MenuUnfoldOutlined : MenuFoldOutlined} />
          {!isRail && '收起菜单'}
        </button>
      )}
    </nav>
  )
}

/** At most one group is open: the one chosen here, the one of the current page, or the first. */
export function MenuList({ menu, tags, isRail = false }: Props & { isRail?: boolean }) {
  const { pathname } = useLocation()
  const isBig = useBigText()
  const here = menu.find(({ children }) => children.some(({ url }) => url === pathname))
  const [chosen, setChosen] = useState<{ at: string; group: string }>()
  const open = chosen?.at === pathname ? chosen.group : (here ?? (isBig ? undefined : menu[0]))?.url
  const First = isRail ? RailLink : MenuLink
  return (
    <ul>
      {useFirstLinks(menu.length === 0).map(({ url, title, icon, isHere }) => (
        <li key={url}>
          <First to={getTagAddress(tags, url, pathname)} title={title} icon={icon} isHere={isHere(pathname)} />
        </li>
      ))}
      {menu.map((group) =>
        isRail ? (
          <RailGroup key={group.url} group={group} icon={groupIcon(group.url)} tags={tags} />
        ) : (
          <Group
            key={group.url}
            group={group}
            tags={tags}
            isOpen={group.url === open}
            onToggle={() => setChosen({ at: pathname, group: group.url === open ? '' : group.url })}
          />
        ),
      )}
    </ul>
  )
}

/**
 * With large text the tabs of the data centre are in the menu. Users without a group get a link to their organisation.
 */
function useFirstLinks(isAlone: boolean) {
  const isBig = useBigText()
  const at = (url: string) => (path: string) => path === url
  const centre = { url: boardPage?.url ?? '', title: '数据中心', icon: DashboardOutlined }
  const tabs = dataCentrePages.map(({ url, title }) => ({ url, title, icon: tabIcons[url]!, isHere: at(url) }))
  const inCentre = (path: string) => path.startsWith('/dataCentre')
  return [
    ...(isBig ? tabs : boardPage ? [{ ...centre, isHere: inCentre }] : []),
    ...(isAlone
      ? [{ url: ownUrls.frontPage, title: '单位主页', icon: BankOutlined, isHere: at(ownUrls.frontPage) }]
      : []),
  ]
}

interface GroupProps {
  group: MenuRoute
  tags: Tags
  isOpen: boolean
  onToggle: () => void
}

function Group({ group: { url, title, children }, tags, isOpen, onToggle }: GroupProps) {
  const { pathname } = useLocation()
  return (
    <li>
      <button type="button" className={styles['item']} aria-expanded={isOpen} onClick={onToggle}>
        <Glyph of={groupIcon(url)} />
        <span>{title}</span>
        <Glyph of={DownOutlined} className={styles['arrow']!} rotate={isOpen ? 180 : 0} />
      </button>
      {isOpen && (
        <div className={styles['pages']}>
          {listMenuParts(children).map((part) => (
            <Part key={part.title} part={part} tags={tags} path={pathname} />
          ))}
        </div>
      )}
    </li>
  )
}

function Part({ part: { title, pages }, tags, path }: { part: MenuPart; tags: Tags; path: string }) {
  const id = useId()
  return (
    <>
      {title && (
        <p id={id} className={styles['part']}>
          {title}
        </p>
      )}
      <ul aria-labelledby={title ? id : undefined}>
        {pages.map((page) => (
          <li key={page.url}>
            <MenuLink to={getTagAddress(tags, page.url, path)} title={page.title} isHere={page.url === path} isPage />
          </li>
        ))}
      </ul>
    </>
  )
}
