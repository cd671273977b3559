import { BankOutlined, DashboardOutlined, IdcardOutlined, LaptopOutlined, LockOutlined } from '@ant-design/icons'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { openShell } from '../guard.ts'
import { groupIcon } from '../shell/group-icon.ts'
import { dataCentrePages, findPage } from '../page-list.ts'
import { personalUrls } from '../personal/places.ts'
import { useTags } from '../tags/store.ts'
import { addressIn } from '../tags/tags.ts'
import { ownUrls } from '../urls.ts'
import styles from './top-menu.module.css'

interface Group {
  title: string
  /** For pages that have none of their own. */
  icon: Icon
  hue: string
  pages: readonly { url: string; title: string }[]
}

const icons: Readonly<Record<string, Icon>> = {
  [ownUrls.frontPage]: BankOutlined,
  [personalUrls.info]: IdcardOutlined,
  [personalUrls.password]: LockOutlined,
  [personalUrls.devices]: LaptopOutlined,
}

const hues = ['teaching', 'office', 'teachers', 'assets'] as const

/** /topMenu: everything in the menu as tiles that a finger can hit. On a phone it is the second tab. */
export default function TopMenu() {
  const { menu } = useRouteLoaderData<typeof openShell>('shell')!
  const isPhone = usePhone()
  const named = (urls: readonly string[]) => urls.flatMap((url) => findPage(url) ?? [])
  const groups: Group[] = [
    {
      title: '首页',
      icon: DashboardOutlined,
      hue: 'teaching',
      pages: [...dataCentrePages, ...named([ownUrls.frontPage])],
    },
    ...menu.map(({ url, title, children }, at) => ({
      title,
      icon: groupIcon(url),
      hue: hues[(at + 1) % hues.length]!,
      pages: children,
    })),
    { title: '个人中心', icon: IdcardOutlined, hue: 'pupils', pages: named(Object.values(personalUrls)) },
  ]
  const count = groups.reduce((sum, { pages }) => sum + pages.length, 0)
  return (
    <div className={styles['page']}>
      {!isPhone && (
        <div className={styles['line']}>
          <h1 className={styles['title']}>全部应用</h1>
          <span className={styles['note']}>共 {count} 个</span>
        </div>
      )}
      {groups.map((group) => (
        <Tiles key={group.title} group={group} />
      ))}
    </div>
  )
}

function Tiles({ group: { title, icon, hue, pages } }: { group: Group }) {
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
            <Link to={addressIn(tags, page.url, pathname)} className={styles['tile']!}>
              <span className={styles['icon']} data-hue={hue}>
                <Glyph of={icons[page.url] ?? icon} />
              </span>
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
