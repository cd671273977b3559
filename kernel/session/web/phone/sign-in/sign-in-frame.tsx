import { use, type ReactNode } from 'react'
import { Logo } from '#packages/web/core/logo.tsx'
import { productName } from '#packages/web/core/page-title.ts'
import { BigTextButton } from '#packages/web/light/big-text-button.tsx'
import { HelpIcon, TextSizeIcon } from '#packages/web/light/icons.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { SiteFootContext } from '#packages/web/light/public-page/site-foot-context.ts'
import styles from './sign-in-frame.module.css'

/** The part beside most forms; it loads after them. */
export const SignInAside = lazyComponent(() => import('./sign-in-aside.tsx').then((loaded) => loaded.SignInAside))

/** Decorative, so the form does not wait for it. */
const Scenery = lazyComponent(() => import('./scenery.tsx').then((loaded) => loaded.Scenery), { hideOnError: true })

interface Props {
  /** Beside the form; hidden on phones. */
  aside: ReactNode
  /** On phones the product name is above the form. */
  hasBanner?: boolean
  children: ReactNode
}

/** The card in front of the landscape, shared by all sign-in pages. */
export function SignInFrame({ aside, hasBanner = false, children }: Props) {
  const siteFoot = use(SiteFootContext)
  return (
    <div className={styles['page']}>
      <Scenery />
      <header className={styles['header']}>
        <Logo size={36} />
        <span className={styles['name']}>启明</span>
        <span className={styles['product']}>{productName}</span>
        <span className={styles['tools']}>
          <BigTextButton icon={<TextSizeIcon size={18} />} />
          <a href="/help#sign-in">
            <HelpIcon size={18} />
            帮助
          </a>
        </span>
      </header>
      <main className={styles['main']}>
        <div className={styles['card']}>
          <section className={styles['form']} data-banner={hasBanner ? '' : undefined}>
            {hasBanner && (
              <p className={styles['banner']}>
                区域教育数据
                <br />
                应用管理中心
              </p>
            )}
            {children}
          </section>
          <aside className={styles['aside']}>{aside}</aside>
        </div>
      </main>
      <footer className={styles['footer']}>{siteFoot}</footer>
    </div>
  )
}
