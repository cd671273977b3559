import { Tabbed, type TabbedProps } from './tabbed.tsx'
import styles from './tabbed-page.module.css'

/** A page of several tabs. */
export const TabbedPage = ({ aside, ...props }: Omit<TabbedProps, 'barClass' | 'panelClass'>) => (
  <div className={styles['frame']}>
    <Tabbed
      {...props}
      aside={aside && <div className={styles['aside']}>{aside}</div>}
      barClass={styles['tabs']!}
      panelClass={styles['page']!}
    />
  </div>
)
