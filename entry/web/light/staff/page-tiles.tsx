import { getPageIcon } from './page-icons.ts'
import styles from './page-tiles.module.css'

/** Desk pages as tiles of touch size. */
export const PageTiles = ({ pages }: { pages: readonly { url: string; title: string }[] }) => (
  <ul className={styles['tiles']}>
    {pages.map(({ url, title }) => {
      const Icon = getPageIcon(url)
      return (
        <li key={url}>
          <a className={styles['tile']} href={url}>
            <span className={styles['icon']}>
              <Icon size={24} />
            </span>
            {title}
          </a>
        </li>
      )
    })}
  </ul>
)
