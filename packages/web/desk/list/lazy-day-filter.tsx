import { lazy, Suspense, type ComponentProps } from 'react'
import styles from './filter-line.module.css'

// Few lists have a day filter.
const Day = lazy(() => import('./day-filter.tsx'))

/** A day filter; its space is reserved until it has loaded. */
export const LazyDayFilter = (props: ComponentProps<typeof Day>) => (
  <Suspense fallback={<span className={styles['day']} />}>
    <Day {...props} />
  </Suspense>
)
