import { SearchOutlined, UserOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SlideOver } from '#packages/web/desk/slide-over.tsx'
import type { MenuRoute } from '../menu-routes.ts'
import { findPage } from '../page-list.ts'
import type { Tags } from '../page-tags/page-tags.ts'
import { ownUrls } from '../shell-urls.ts'
import { showLayer } from './layers.tsx'
import { MenuHead } from './menu-head.tsx'
import { MenuList } from './side-menu.tsx'
import menuStyles from './side-menu.module.css'
import styles from './phone-menu.module.css'

interface Props {
  menu: readonly MenuRoute[]
  tags: Tags
  front: string | undefined
  onClose: () => void
}

const recentOnes = 5

/** The side menu of a phone: opened on demand, with recent pages instead of tags. */
export function PhoneMenu({ menu, tags, front, onClose }: Props) {
  const recent = tags.recent
    .filter((path) => path !== front && findPage(path))
    .flatMap((path) => tags.tags.find((tag) => tag.path === path) ?? [])
    .slice(0, recentOnes)
  const search = () => {
    onClose()
    showLayer('palette')
  }
  return (
    <SlideOver from="left" label="主菜单" onClose={onClose}>
      <MenuHead isRail={false} />
      <nav aria-label="主菜单">
        <button type="button" className={menuStyles['item']} onClick={search}>
          <Glyph of={SearchOutlined} />
          搜索
        </button>
        <MenuList menu={menu} tags={tags} />
        <Link to={ownUrls.mine} className={menuStyles['item']!}>
          <Glyph of={UserOutlined} />
          我的
        </Link>
      </nav>
      {recent.length > 0 && (
        <nav className={styles['recent']} aria-labelledby="recent">
          <h2 id="recent">最近</h2>
          <ul>
            {recent.map(({ path, title, address }) => (
              <li key={path}>
                <Link to={address} className={`${menuStyles['item']} ${menuStyles['page']}`}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </SlideOver>
  )
}
