import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { menuSections, type MenuSection } from '#packages/contract'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { findGlyph } from '#packages/web/desk/find-glyph.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { loadShell } from '../route-guards.ts'
import { groupBySection, type MenuRoute } from '../menu-routes.ts'
import { dataCentrePages, findPage } from '../page-list.ts'
import { useTags } from '../page-tags/tag-store.ts'
import { getTagAddress } from '../page-tags/page-tags.ts'
import { barUrls, ownUrls, personalUrls } from '../shell-urls.ts'
import styles from './top-menu.module.css'

interface Group {
  title: string
  hue: string
  pages: readonly { url: string; title: string }[]
}

const hues = ['office', 'assets', 'teachers'] as const
const sectionHues: Record<MenuSection, string> = {
  people: 'teachers',
  pupils: 'pupils',
  teaching: 'teaching',
  records: 'assets',
}

/** Turns a menu group, or each of its sections, into a group of tiles. */
function listTileGroups({ title, children }: MenuRoute, at: number): Group[] {
  const parts = groupBySection(children)
  return [...parts].map(([section, pages]) =>
    section
      ? { title: menuSections[section], hue: sectionHues[section], pages }
      : { title, hue: hues[at % hues.length]!, pages },
  )
}

/** /topMenu: all menu entries as tiles of touch size. */
export default function TopMenu() {
  const { menu } = useRouteLoaderData<typeof loadShell>('shell')!
  const isPhone = usePhone()
  const named = (urls: readonly string[]) => urls.flatMap((url) => findPage(url) ?? [])
  const groups: Group[] = [
    {
      title: '首页',
      hue: 'teaching',
      pages: [...dataCentrePages, ...named([ownUrls.frontPage, barUrls.directory, barUrls.messages, barUrls.support])],
    },
    ...menu.flatMap(listTileGroups),
    { title: '个人中心', hue: 'pupils', pages: named(Object.values(personalUrls)) },
  ]
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0)
  return (
    <div className={styles['page']}>
      {!isPhone && (
        <div className={styles['line']}>
          <h1 className={styles['title']}>全部功能</h1>
          <span className={styles['note']}>共 {count} 项</span>
        </div>
      )}
      {groups.map((group) => (
        <Tiles key={group.title} group={group} />
      ))}
    </div>
  )
}

const getPageIcon = (url: string) => findGlyph(findPage(url)?.icon ?? '')

function Tiles({ group: { title, hue, pages } }: { group: Group }) {
  const tags = useTags()
  const { pathname } = useLocation()
  return (
    <section>
      <h2 className={styles['group']}>
        {title}
        <span className={styles['count']}>{pages.length}</span>
      </h2>
      <ul className={styles['tiles']}>
        {pages.map((page) => (
          <li key={page.url}>
            <Link to={getTagAddress(tags, page.url, pathname)} className={styles['tile']!}>
              <span className={styles['icon']} data-hue={hue}>
                <Glyph of={getPageIcon(page.url)} />
              </span>
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
