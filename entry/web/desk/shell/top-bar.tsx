import { BankOutlined, DownOutlined, LogoutOutlined, MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSession } from '#packages/web/core/session.ts'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { signOut } from '../menu.ts'
import type { DeskPage } from '../modules.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import styles from './top-bar.module.css'

interface Props {
  page: DeskPage | undefined
  onMenu: () => void
}

export function TopBar({ page, onMenu }: Props) {
  const isPhone = usePhone()
  const orgName = useSession((session) => session.user?.orgName)
  if (isPhone) {
    return (
      <header className={styles['bar']}>
        <Button
          type="text"
          className={styles['menu']!}
          icon={<Glyph of={MenuOutlined} />}
          aria-label="打开菜单"
          onClick={onMenu}
        />
        {page ? <h1 className={styles['title']}>{page.title}</h1> : <div className={styles['title']}>{orgName}</div>}
        <UserMenu isShort />
      </header>
    )
  }
  return (
    <header className={styles['bar']}>
      <Glyph of={BankOutlined} className={styles['bank']!} />
      <span className={styles['org']}>{orgName}</span>
      {page && (
        <nav className={styles['crumbs']} aria-label="当前位置">
          <ol>
            <li>{page.group}</li>
            <li aria-current="page">{page.title}</li>
          </ol>
        </nav>
      )}
      <UserMenu />
    </header>
  )
}

function UserMenu({ isShort = false }: { isShort?: boolean }) {
  const user = useSession((session) => session.user)
  const name = user?.realName ?? ''
  return (
    <div className={styles['right']}>
      <SmallMenu
        label="用户菜单"
        className={styles['user']!}
        button={
          <>
            <span className={styles['avatar']} aria-hidden="true">
              {name.slice(0, 1)}
            </span>
            <span className={isShort ? styles['spoken'] : ''}>{name}</span>
            <span className={styles['spoken']}>用户菜单</span>
            {!isShort && <Glyph of={DownOutlined} />}
          </>
        }
        {...(isShort && { head: `${name}，${user?.orgName}` })}
        items={[{ key: 'out', label: '退出登录', icon: <Glyph of={LogoutOutlined} />, onSelect: () => void signOut() }]}
      />
    </div>
  )
}
