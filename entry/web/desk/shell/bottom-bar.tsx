import {
  AppstoreFilled,
  AppstoreOutlined,
  HomeFilled,
  HomeOutlined,
  MessageFilled,
  MessageOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Link } from 'react-router'
import { useCounts } from '#packages/web/core/counts.ts'
import { CountBadge } from '#packages/web/desk/count-badge.tsx'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { barUrls, ownUrls } from '../urls.ts'
import styles from './bottom-bar.module.css'

/** One of the tiles behind the second tab. */
const appCentre = '/dataCentre/appSupermarket'

/** The four places that a thumb reaches from everywhere to begin with. */
export function BottomBar({ path }: { path: string }) {
  const unread = useCounts((counts) => counts.unread)
  const place = path === appCentre ? ownUrls.allMenus : path
  const at = [ownUrls.allMenus, barUrls.messages, ownUrls.mine].find((url) => url === place) ?? '/'
  return (
    <nav className={styles['bar']} aria-label="底部导航">
      <Tab to="/" name="首页" icons={[HomeOutlined, HomeFilled]} at={at} />
      <Tab to={ownUrls.allMenus} name="应用" icons={[AppstoreOutlined, AppstoreFilled]} at={at} />
      <Tab to={barUrls.messages} name="消息" icons={[MessageOutlined, MessageFilled]} at={at} count={unread} />
      <Tab to={ownUrls.mine} name="我的" icons={[UserOutlined, UserOutlined]} at={at} />
    </nav>
  )
}

interface Props {
  to: string
  name: string
  /** At rest, and where one is. */
  icons: readonly [Icon, Icon]
  /** The tab that one is on. */
  at: string
  /** What waits for me there. */
  count?: number
}

function Tab({ to, name, icons, at, count = 0 }: Props) {
  const isHere = to === at
  return (
    <Link to={to} className={styles['tab']!} aria-current={isHere ? 'page' : undefined}>
      <Glyph of={icons[isHere ? 1 : 0]} />
      {name}
      <span className={styles['corner']}>
        <CountBadge count={count} unit="条未读" />
      </span>
    </Link>
  )
}
