import { LogoutOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { NavLink, Outlet } from 'react-router'
import type { OutsideKind } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { Logo } from '#packages/web/core/logo.tsx'
import { clearOutsideSession, getOutsideSignInUrl } from '#packages/web/core/outside-paths.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { namedGlyphs } from '#packages/web/desk/named-glyphs.ts'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { outsideApi } from '#kernel/session/contract.ts'
import { outsidePages } from './outside-pages.ts'
import styles from './outside-shell.module.css'

const titles: Readonly<Record<OutsideKind, string>> = { platform: '平台管理', developer: '开放平台' }

const signOutMs = 2_000

/** Ends the session here at once, and on the server if it answers soon. */
async function signOut(kind: OutsideKind) {
  const request = call(kind === 'platform' ? outsideApi.platformLogout : outsideApi.developerLogout).catch(() => {})
  await Promise.race([request, new Promise((done) => setTimeout(done, signOutMs))])
  clearOutsideSession(kind)
  location.assign(getOutsideSignInUrl(kind))
}

/** The frame of the pages of platform administrators and developers: their menu, and nothing of the staff's. */
export function OutsideShell({ kind }: { kind: OutsideKind }) {
  const me = useQuery(queryOf(['outside'], kind === 'platform' ? outsideApi.platformUser : outsideApi.developerUser))
  const pages = outsidePages.filter((page) => page.kind === kind && !page.isOffMenu)
  return (
    <PermissionContext value={new Set([kind])}>
      <div className={styles['shell']}>
        <header className={styles['head']}>
          <Logo size={28} />
          <span className={styles['name']}>启明{titles[kind]}</span>
          <span className={styles['user']}>{me.data?.realName}</span>
          <a
            className={styles['tool']}
            href={kind === 'platform' ? '/help#platform' : '/help#developer'}
            target="_blank"
            rel="noreferrer"
          >
            <Glyph of={QuestionCircleOutlined} />
            <span>帮助</span>
          </a>
          <button type="button" className={styles['tool']} onClick={() => void signOut(kind)}>
            <Glyph of={LogoutOutlined} />
            <span>退出登录</span>
          </button>
        </header>
        <nav className={styles['menu']} aria-label={titles[kind]}>
          {pages.map(({ address, title, icon }) => (
            <NavLink key={address} end className={styles['link'] ?? ''} to={address}>
              {namedGlyphs[icon] && <Glyph of={namedGlyphs[icon]} />}
              {title}
            </NavLink>
          ))}
        </nav>
        <main className={styles['content']}>
          <Outlet />
        </main>
      </div>
    </PermissionContext>
  )
}
