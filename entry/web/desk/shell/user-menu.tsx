import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { useBigText } from '#packages/web/core/big-text.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { OwnAvatar } from './own-avatar.tsx'
import { useMedia } from './use-media.ts'
import { useUserItems } from './user-items.ts'
import styles from './user-menu.module.css'

/** Below this width the bar has no room for 系统设置, and the search is only an icon. */
const narrow = '(max-width: 1199.98px)'

/** The signed-in user, and the actions of the account. */
export function UserMenu() {
  const user = useSession((session) => session.user)
  const isBig = useBigText()
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
      items={items.map(({ icon, ...item }) => ({ ...item, icon: <Glyph of={icon} /> }))}
    />
  )
}
