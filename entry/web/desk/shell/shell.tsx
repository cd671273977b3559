import { lazy, Suspense, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { Outlet, useLoaderData, useLocation, useMatches } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { isCardOpen } from '#packages/web/core/module.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { useOpenHere } from '#packages/web/desk/use-open-here.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { loadShell } from '../route-guards.ts'
import { useShellKeys } from '../keys/use-shell-keys.ts'
import { findOpenApplication } from '../menu-routes.ts'
import { boardCards, quickAccess, type DeskPage } from '../web-modules.ts'
import { SwitchDialogHost } from '../switching/switch-dialog-host.tsx'
import { KeepAlivePages } from '../page-tags/keep-alive-pages.tsx'
import { useTags } from '../page-tags/tag-store.ts'
import { TagBar } from '../page-tags/tag-bar.tsx'
import { visitPage, type PageVisit } from '../page-tags/page-tags.ts'
import { useTagActions } from '../page-tags/use-tag-actions.ts'
import { VisitorStrip } from './visitor-strip.tsx'
import { Backgrounds } from './bar-items.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { LayerBoundary, Layers } from './layers.tsx'
import { Loader } from './loader.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { isRootPage, getPageLocation } from './page-location.ts'
import { ProgressBar } from './progress-bar.tsx'
import { SideMenu } from './side-menu.tsx'
import { useSidebar } from './sidebar-state.ts'
import { TopBar } from './top-bar.tsx'
import { OneFactorStrip } from './one-factor-strip.tsx'
import styles from './shell.module.css'

const QuickAccess = quickAccess && lazy(() => import('./quick-access.tsx'))
const CloseDialog = lazy(() => import('../page-tags/close-pages-dialog.tsx'))

/** The frame around every page: menu, bar, tags, and the pages themselves. */
export function Shell() {
  const { menu: ownMenu, permissions, closedApplications } = useLoaderData<typeof loadShell>()
  const may = useMemo(() => new Set(permissions), [permissions])
  const cards = useMemo(() => boardCards.filter((card) => isCardOpen(card, closedApplications)), [closedApplications])
  const isPhone = usePhone()
  const isBig = useBigText()
  const { isDestroyed } = useSidebar()
  const location = useLocation()
  const { pathname } = location
  const application = findOpenApplication(pathname, may)
  const menu = application ? [application, ...ownMenu] : ownMenu
  const page = useMatches().at(-1)?.handle as DeskPage | undefined
  const pageLocation = getPageLocation(location, page, useTags().names)
  const front = pageLocation?.tag.path
  const tags = useTagsWith(pageLocation?.tag)
  const actions = useTagActions(tags, front)
  useShellKeys(tags, front, actions)
  const [isMenuOpen, setMenuOpen] = useOpenHere(pathname)
  const hasBottom = isPhone && isRootPage(pathname)
  return (
    <PermissionContext value={may}>
      <BoardCardsContext value={cards}>
        {pageLocation && <PageTitle title={pageLocation.title} />}
        <a className={styles['skip']} href="#content">
          跳到内容
        </a>
        <ProgressBar />
        <div className={styles['shell']}>
          {!isPhone && (isBig || !isDestroyed) && <SideMenu menu={menu} tags={tags} />}
          {isPhone && isMenuOpen && (
            <PhoneMenu menu={menu} tags={tags} front={front} onClose={() => setMenuOpen(false)} />
          )}
          <div className={styles['column']}>
            {isPhone ? (
              <PhoneBar pageLocation={pageLocation} path={pathname} onMenu={() => setMenuOpen(true)} />
            ) : (
              <TopBar pageLocation={pageLocation} tags={tags} />
            )}
            {!isPhone && !isBig && <TagBar tags={tags} front={front} actions={actions} />}
            <VisitorStrip />
            <OneFactorStrip />
            <div className={styles['stage']}>
              <main id="content" className={styles['content']} data-bottom={hasBottom} tabIndex={-1}>
                <KeepAlivePages tags={tags} front={page && front} />
                <Outlet />
              </main>
              <Loader />
            </div>
            {hasBottom && <BottomBar path={pathname} />}
          </div>
        </div>
        {QuickAccess && !isPhone && !isBig && (
          <LazyLayer>
            <QuickAccess />
          </LazyLayer>
        )}
        {actions.pendingClose && (
          <LazyLayer>
            <CloseDialog
              unsaved={actions.pendingClose.unsaved}
              onClose={actions.dismiss}
              onConfirm={() => actions.pendingClose && actions.closeNow(actions.pendingClose.paths)}
            />
          </LazyLayer>
        )}
        <SwitchDialogHost />
        <Layers />
        <Backgrounds />
      </BoardCardsContext>
    </PermissionContext>
  )
}

/** The open pages including the current one: rendered at once, stored afterwards. */
function useTagsWith(front: PageVisit | undefined) {
  const stored = useTags()
  const tags = front ? visitPage(stored, front) : stored
  useLayoutEffect(() => {
    if (tags !== stored) useTags.setState(tags)
  })
  return tags
}

const LazyLayer = ({ children }: { children: ReactNode }) => (
  <LayerBoundary>
    <Suspense fallback={null}>{children}</Suspense>
  </LayerBoundary>
)

function PageTitle({ title }: { title: string }) {
  usePageTitle(title)
  return null
}
