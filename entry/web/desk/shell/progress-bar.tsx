import { useNavigation } from 'react-router'
import styles from './progress-bar.module.css'

/** A thin line on top while the next page is on its way; quick changes are over before it appears. */
export function ProgressBar() {
  const isMoving = useNavigation().state !== 'idle'
  return isMoving ? <div className={styles['bar']} role="progressbar" aria-label="正在打开页面" /> : null
}
