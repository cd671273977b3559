import { SkeletonBar } from '#packages/web/desk/skeleton.tsx'
import styles from './centre-skeleton.module.css'

const tiles = Array.from({ length: 10 }, (_, at) => at)

/** Placeholder tiles while loading. */
export const CentreSkeleton = () => (
  <div className={styles['centre']} role="status" aria-label="正在加载">
    <div className={styles['head']}>
      <SkeletonBar width="96px" />
    </div>
    <div className={styles['tiles']}>
      {tiles.map((at) => (
        <div key={at} className={styles['tile']}>
          <span className={styles['icon']} />
          <span className={styles['words']}>
            <SkeletonBar width="64%" />
            <SkeletonBar width="88%" />
          </span>
        </div>
      ))}
    </div>
  </div>
)
