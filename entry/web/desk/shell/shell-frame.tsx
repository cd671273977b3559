import { useBigText } from '#packages/web/core/big-text.ts'
import { Logo } from '#packages/web/core/logo.tsx'
import { PageSkeleton } from '#packages/web/desk/page-skeleton.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { findPage } from '../page-list.ts'
import tags from '../page-tags/tag-bar.module.css'
import { useSidebar } from './sidebar-state.ts'
import shell from './shell.module.css'
import menu from './side-menu.module.css'
import bar from './top-bar.module.css'

/** The shell before the menu is loaded: the same layout, so that nothing moves. */
export function ShellFrame() {
  const isBig = useBigText()
  const { isClosed, isDestroyed } = useSidebar()
  const isPhone = usePhone()
  const isRail = isClosed && !isBig
  return (
    <div className={shell['shell']}>
      {!isPhone && (isBig || !isDestroyed) && (
        <div className={menu['menu']} data-rail={isRail}>
          <div className={menu['head']}>
            <Logo size={isBig ? 40 : 28} />
            {!isRail && <span>启明</span>}
          </div>
        </div>
      )}
      <div className={shell['column']}>
        <div className={bar['bar']} />
        {!isPhone && !isBig && <div className={tags['bar']} />}
        <div className={shell['awaited']}>
          <PageSkeleton shape={findPage(location.pathname)?.shape ?? 'board'} />
        </div>
      </div>
    </div>
  )
}
