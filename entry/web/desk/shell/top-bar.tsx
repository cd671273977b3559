import { MenuUnfoldOutlined, QuestionCircleOutlined, SettingOutlined } from '@ant-design/icons'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { setBigText, useBigText } from '#packages/web/core/big-text.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { dataCentrePages } from '../page-list.ts'
import { getTagAddress, type Tags } from '../page-tags/page-tags.ts'
import { BarItems } from './bar-items.tsx'
import { OrgControl } from './org-control.tsx'
import type { PageLocation } from './page-location.ts'
import { SearchButton } from './search-button.tsx'
import { toggleSidebarDestroyed, useSidebar } from './sidebar-state.ts'
import { useSystemSettings } from './user-items.ts'
import { UserMenu } from './user-menu.tsx'
import styles from './top-bar.module.css'

interface Props {
  pageLocation: PageLocation | undefined
  tags: Tags
}

/** The current page, and the tools of every page. */
export function TopBar({ pageLocation, tags }: Props) {
  const isBig = useBigText()
  const { pathname } = useLocation()
  const { isDestroyed } = useSidebar()
  return (
    <header className={styles['bar']}>
      {isDestroyed && (
        <button
          type="button"
          className={styles['tool']}
          aria-label="显示菜单"
          title="显示菜单"
          onClick={toggleSidebarDestroyed}
        >
          <Glyph of={MenuUnfoldOutlined} />
        </button>
      )}
      <OrgControl />
      {!isBig &&
        (pathname.startsWith('/dataCentre') ? (
          <Tabs tags={tags} />
        ) : (
          pageLocation && <Crumbs pageLocation={pageLocation} />
        ))}
      <div className={styles['tools']}>
        {!isBig && <SearchButton />}
        <BarItems />
        <HelpLink help={pageLocation?.help ?? ''} />
        <BigTextButton />
        {!isBig && <SystemSettings />}
        <UserMenu />
      </div>
    </header>
  )
}

function Tabs({ tags }: { tags: Tags }) {
  const { pathname } = useLocation()
  return (
    <nav className={`${styles['place']} ${styles['tabs']}`} aria-label="数据中心">
      {dataCentrePages.map(({ url, title }) => (
        <Link
          key={url}
          to={getTagAddress(tags, url, pathname)}
          className={styles['tab']!}
          aria-current={url === pathname ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

const Crumbs = ({ pageLocation: { group, title } }: { pageLocation: PageLocation }) => (
  <nav className={styles['place']} aria-label="当前位置">
    <ol className={styles['crumbs']}>
      {group !== title && <li>{group}</li>}
      <li aria-current="page">{title}</li>
    </ol>
  </nav>
)

/** Opens the handbook at the section about this page. */
export function HelpLink({ help }: { help: string }) {
  const isBig = useBigText()
  return (
    <a
      className={styles['tool']}
      href={help ? `/help#${help}` : '/help'}
      target="_blank"
      rel="noopener"
      {...(!isBig && { 'aria-label': '帮助（新窗口）', title: '帮助' })}
    >
      <Glyph of={QuestionCircleOutlined} />
      {isBig && '帮助'}
    </a>
  )
}

export function BigTextButton() {
  const isBig = useBigText()
  return (
    <button type="button" className={isBig ? styles['leaveBig'] : styles['tool']} onClick={() => setBigText(!isBig)}>
      {isBig ? '退出大字' : '大字'}
    </button>
  )
}

/** Only for users who have settings. */
function SystemSettings() {
  const settings = useSystemSettings()
  const navigate = useNavigate()
  if (settings === undefined) return null
  return (
    <Button className={styles['config']!} icon={<Glyph of={SettingOutlined} />} onClick={() => void navigate(settings)}>
      系统设置
    </Button>
  )
}
