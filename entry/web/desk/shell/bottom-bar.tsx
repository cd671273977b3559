import { AppstoreFilled, AppstoreOutlined, HomeFilled, HomeOutlined, UserOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { ownUrls } from '../urls.ts'
import styles from './bottom-bar.module.css'

/** The three places that a thumb reaches from everywhere to begin with. */
export function BottomBar({ path }: { path: string }) {
  const isApps = path === ownUrls.allMenus
  const isMine = path === ownUrls.mine
  return (
    <nav className={styles['bar']} aria-label="底部导航">
      <Tab to="/" name="首页" icons={[HomeOutlined, HomeFilled]} isHere={!isApps && !isMine} />
      <Tab to={ownUrls.allMenus} name="应用" icons={[AppstoreOutlined, AppstoreFilled]} isHere={isApps} />
      <Tab to={ownUrls.mine} name="我的" icons={[UserOutlined, UserOutlined]} isHere={isMine} />
    </nav>
  )
}

interface Props {
  to: string
  name: string
  /** At rest, and where one is. */
  icons: readonly [Icon, Icon]
  isHere: boolean
}

const Tab = ({ to, name, icons, isHere }: Props) => (
  <Link to={to} className={styles['tab']!} aria-current={isHere ? 'page' : undefined}>
    <Glyph of={icons[isHere ? 1 : 0]} />
    {name}
  </Link>
)
