import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgControl } from './org-control.tsx'
import { UserMenu } from './user-menu.tsx'
import styles from './top-bar.module.css'

/** What the shell says about the page in it. */
export interface PagePlace {
  title: string
  group: string
}

interface Props {
  page: PagePlace | undefined
  onMenu: () => void
}

export function TopBar({ page, onMenu }: Props) {
  const isPhone = usePhone()
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
        {page ? (
          <h1 className={styles['title']}>{page.title}</h1>
        ) : (
          <div className={styles['title']}>
            <OrgControl />
          </div>
        )}
        <UserMenu isShort />
      </header>
    )
  }
  return (
    <header className={styles['bar']}>
      <OrgControl />
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
