import { useNavigation } from 'react-router'
import styles from './progress-bar.module.css'

/** A thin line at the top while the next page loads; it appears with a delay, so quick changes show none. */
export function ProgressBar() {
  const isMoving = useNavigation().state !== 'idle'
  return isMoving ? <div className={styles['bar']} role="progressbar" aria-label="正在打开页面" /> : null
}
