import type { ReactNode } from 'react'
import { Logo } from '#packages/web/core/logo.tsx'
import { productName } from '#packages/web/core/page-title.ts'
import { late } from '#packages/web/light/late.tsx'
import { Scenery } from './scenery.tsx'
import styles from './frame.module.css'

/** What stands beside most forms; it comes after them. */
export const Aside = late(() => import('./aside.tsx').then((loaded) => loaded.Aside))

interface Props {
  /** Beside the form; phones leave it out. */
  aside: ReactNode
  /** On phones the product's name stands above the form. */
  hasBanner?: boolean
  children: ReactNode
}

/** The card in its landscape: every door of the house looks like this. */
export function Frame({ aside, hasBanner = false, children }: Props) {
  return (
    <div className={styles['page']}>
      <Scenery />
      <header className={styles['header']}>
        <Logo size={36} />
        <span className={styles['name']}>启明</span>
        <span className={styles['product']}>{productName}</span>
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
      <footer className={styles['footer']}>建议使用 Chrome、Edge 109 及以上版本的浏览器</footer>
    </div>
  )
}
