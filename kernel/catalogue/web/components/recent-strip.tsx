import type { CentreTile } from '../../contract.ts'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import styles from './recent-strip.module.css'

/** The recently opened applications. */
export function RecentStrip({ apps, onOpen }: { apps: readonly CentreTile[]; onOpen: (key: string) => void }) {
  if (apps.length === 0) return null
  return (
    <section className={styles['strip']} aria-labelledby="recent-applications">
      <h2 id="recent-applications" className={styles['title']}>
        最近使用
      </h2>
      <ul className={styles['apps']}>
        {apps.map(({ key, name, edition, logo, category }) => (
          <li key={key}>
            <button type="button" className={styles['app']} onClick={() => onOpen(key)}>
              <AppIcon logo={logo} category={category} size={28} />
              <span>
                <AppName name={name} edition={edition} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
