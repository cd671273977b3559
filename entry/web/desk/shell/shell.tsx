import { useState } from 'react'
import { Outlet, useLoaderData, useLocation, useMatches } from 'react-router'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { Sheet } from '#packages/web/desk/sheet.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { loadMenu } from '../menu.ts'
import { Switching } from '../switching/show.tsx'
import { AwayStrip } from './away-strip.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar, type PagePlace } from './top-bar.tsx'
import styles from './shell.module.css'

/** The frame around every page: menu, bar, content. */
export function Shell() {
  const { modules, permissions } = useLoaderData<typeof loadMenu>()
  const isPhone = usePhone()
  const { pathname } = useLocation()
  const page = useMatches().at(-1)?.handle as PagePlace | undefined
  // Open for one address only: whoever goes somewhere sees where they went.
  const [openAt, setOpenAt] = useState<string>()
  return (
    <PermissionContext value={new Set(permissions)}>
      {page && <Titled title={page.title} />}
      <a className={styles['skip']} href="#content">
        跳到内容
      </a>
      <ProgressBar />
      <div className={styles['shell']}>
        {!isPhone && <SideMenu modules={modules} />}
        {isPhone && openAt === pathname && (
          <Sheet from="left" label="主菜单" onClose={() => setOpenAt(undefined)}>
            <SideMenu modules={modules} />
          </Sheet>
        )}
        <div className={styles['column']}>
          <TopBar page={page} onMenu={() => setOpenAt(pathname)} />
          <AwayStrip />
          <main id="content" className={styles['content']} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <Switching />
    </PermissionContext>
  )
}

function Titled({ title }: { title: string }) {
  usePageTitle(title)
  return null
}
