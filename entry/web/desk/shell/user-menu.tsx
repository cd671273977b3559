import {
  DisconnectOutlined,
  DownOutlined,
  IdcardOutlined,
  LaptopOutlined,
  LockOutlined,
  LogoutOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#packages/web/core/session.ts'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { leave } from '../menu.ts'
import { Avatar } from '../personal/avatar.tsx'
import { personalUrls } from '../personal/places.ts'
import { showSwitching } from '../switching/show.tsx'
import styles from './user-menu.module.css'

const UnbindDialog = lazy(() => import('../personal/unbind-dialog.tsx'))

/** Who is signed in, and what they can do with their own account. */
export function UserMenu({ isShort = false }: { isShort?: boolean }) {
  const user = useSession((session) => session.user)
  const navigate = useNavigate()
  const [isUnbinding, setUnbinding] = useState(false)
  const name = user?.realName ?? ''
  const go = (url: string) => () => void navigate(url)
  const items = [
    isShort && user?.switchoverOrg === 1 && item('switch', '切换学校', SwapOutlined, showSwitching),
    item('info', '个人信息', IdcardOutlined, go(personalUrls.info)),
    item('password', '修改密码', LockOutlined, go(personalUrls.password)),
    item('devices', '登录设备', LaptopOutlined, go(personalUrls.devices)),
    user?.isBound === true && item('unbind', '解除钉钉绑定', DisconnectOutlined, () => setUnbinding(true)),
    item('out', '退出登录', LogoutOutlined, () => void leave()),
  ]
  return (
    <div className={styles['right']}>
      <SmallMenu
        label="用户菜单"
        className={styles['user']!}
        button={
          <>
            <Avatar size={28} />
            <span className={isShort ? styles['spoken'] : ''}>{name}</span>
            <span className={styles['spoken']}>用户菜单</span>
            {!isShort && <Glyph of={DownOutlined} />}
          </>
        }
        {...(isShort && { head: `${name}，${user?.orgName}` })}
        items={items.filter((one) => one !== false)}
      />
      {isUnbinding && (
        <Suspense fallback={null}>
          <UnbindDialog onClose={() => setUnbinding(false)} />
        </Suspense>
      )}
    </div>
  )
}

const item = (key: string, label: string, icon: Icon, onSelect: () => void) => ({
  ...{ key, label, onSelect },
  icon: <Glyph of={icon} />,
})
