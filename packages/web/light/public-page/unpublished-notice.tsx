import { WarningIcon } from '../icons.tsx'
import styles from './public-page.module.css'

/** The same answer for every public address that is not published, or no longer: it reveals nothing else. */
export function UnpublishedNotice() {
  return (
    <section className={styles['notice']}>
      <span className={styles['amber']}>
        <WarningIcon size={32} />
      </span>
      <h1 className={styles['title']}>该页面未发布或已失效</h1>
      <p>请向给您这个网址的单位核对；过期的页面不再显示内容。</p>
    </section>
  )
}
