import {
  AppstoreFilled,
  AppstoreOutlined,
  HomeFilled,
  HomeOutlined,
  MessageFilled,
  MessageOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { CountBadge } from '#packages/web/desk/count-badge.tsx'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { barUrls, ownUrls } from '../shell-urls.ts'
import styles from './bottom-bar.module.css'

/** One of the tiles behind the second tab. */
const appCentre = '/dataCentre/appSupermarket'

/** The four tabs of the phone's home, which is in the light root. */
export function BottomBar({ path }: { path: string }) {
  const unread = useWaitingCounts((counts) => counts.unread)
  const page = path === appCentre ? ownUrls.allMenus : path
  const at = [ownUrls.allMenus, barUrls.messages, ownUrls.mine].find((url) => url === page) ?? '/'
  return (
    <nav className={styles['bar']} aria-label="底部导航">
      <Tab to="/" tab="" name="首页" icons={[HomeOutlined, HomeFilled]} at={at} />
      <Tab to={ownUrls.allMenus} tab="apps" name="应用" icons={[AppstoreOutlined, AppstoreFilled]} at={at} />
      <Tab
        to={barUrls.messages}
        tab="messages"
        name="消息"
        icons={[MessageOutlined, MessageFilled]}
        at={at}
        count={unread}
      />
      <Tab to={ownUrls.mine} tab="me" name="我的" icons={[UserOutlined, UserOutlined]} at={at} />
    </nav>
  )
}

interface Props {
  /** The desk page that belongs to the tab. */
  to: string
  /** The name of the tab in the address of the home; the first tab has none. */
  tab: string
  name: string
  /** Inactive and active icon. */
  icons: readonly [Icon, Icon]
  /** The active tab. */
  at: string
  /** The number of waiting items. */
  count?: number
}

function Tab({ to, tab, name, icons, at, count = 0 }: Props) {
  const isHere = to === at
  return (
    <a
      href={tab ? `${staffHome}?tab=${tab}` : staffHome}
      className={styles['tab']!}
      aria-current={isHere ? 'page' : undefined}
    >
      <Glyph of={icons[isHere ? 1 : 0]} />
      {name}
      <span className={styles['corner']}>
        <CountBadge count={count} unit="条未读" />
      </span>
    </a>
  )
}
