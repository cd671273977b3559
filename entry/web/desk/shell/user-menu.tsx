import { DesktopOutlined, DownOutlined, MoonOutlined, SunOutlined, UserOutlined } from '@ant-design/icons'
import { useBigText } from '#packages/web/core/big-text.ts'
import { useSession } from '#packages/web/core/session.ts'
import { useThemeChoice } from '#packages/web/core/theme.ts'
import type { ThemeChoice } from '#packages/web/core/theme-choice.ts'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { chooseTheme } from '../../save-theme.ts'
import { OwnAvatar } from './own-avatar.tsx'
import { useMedia } from './use-media.ts'
import { useUserItems, type UserItem } from './user-items.ts'
import styles from './user-menu.module.css'

/** Below this width the bar has no room for 系统设置, and the search is only an icon. */
const narrow = '(max-width: 1199.98px)'

const themes: readonly [ThemeChoice, string, Icon][] = [
  ['light', '浅色', SunOutlined],
  ['dark', '深色', MoonOutlined],
  ['system', '跟随系统', DesktopOutlined],
]

const withGlyph = ({ icon, ...item }: UserItem) => ({ ...item, icon: <Glyph of={icon} /> })

/** The signed-in user, the theme, and the actions of the account. */
export function UserMenu() {
  const user = useSession((session) => session.user)
  const isBig = useBigText()
  const theme = useThemeChoice()
  const isNarrow = useMedia(narrow)
  const items = useUserItems({ withConfig: isNarrow || isBig, withSwitching: false, withTasks: isBig })
  return (
    <SmallMenu
      label="用户菜单"
      className={styles['user']!}
      button={
        <>
          {isBig ? <Glyph of={UserOutlined} /> : <OwnAvatar size={28} />}
          <span>{user?.realName}</span>
          <span className={spoken['only']}>用户菜单</span>
          {!isBig && <Glyph of={DownOutlined} className={styles['arrow']!} />}
        </>
      }
      items={[
        ...items.slice(0, -1).map(withGlyph),
        ...themes.map(([choice, label, icon], at) => ({
          key: choice,
          label,
          icon: <Glyph of={icon} />,
          isChosen: choice === theme,
          dividerBefore: at === 0,
          onSelect: () => chooseTheme(choice),
        })),
        ...items.slice(-1).map((item) => ({ ...withGlyph(item), dividerBefore: true })),
      ]}
    />
  )
}
