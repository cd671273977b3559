import { Logo } from '#packages/web/core/logo.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import shell from './shell.module.css'
import menu from './side-menu.module.css'
import bar from './top-bar.module.css'

/** The frame before anybody knows what is in the menu: the same places, so that nothing jumps. */
export function ShellFrame() {
  return (
    <div className={shell['shell']}>
      <div className={`${menu['menu']} ${shell['wideOnly']}`}>
        <div className={menu['head']}>
          <Logo size={28} />
          <span>启明</span>
        </div>
      </div>
      <div className={shell['column']}>
        <div className={bar['bar']} />
        <div className={shell['awaited']}>
          <SkeletonLines widths={[16, 72, 64, 70, 58, 66]} />
        </div>
      </div>
    </div>
  )
}
