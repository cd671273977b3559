import { lazy, Suspense, type ComponentProps } from 'react'
import styles from './filter-line.module.css'

// Few lists are asked for a day.
const Day = lazy(() => import('./day-filter.tsx'))

/** The field of a day, with its place kept free until it is there. */
export const LazyDayFilter = (props: ComponentProps<typeof Day>) => (
  <Suspense fallback={<span className={styles['day']} />}>
    <Day {...props} />
  </Suspense>
)
