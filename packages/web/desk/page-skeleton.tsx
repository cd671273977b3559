import type { ReactNode } from 'react'
import type { PageShape } from '#packages/contract/manifest.ts'
import { SkeletonBar } from './skeleton.tsx'
import styles from './page-skeleton.module.css'

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

const List = () => (
  <>
    <Head />
    <div className={styles['card']}>
      <div className={styles['row']}>
        <SkeletonBar width="208px" />
        <SkeletonBar width="92px" />
        <SkeletonBar width="92px" />
      </div>
      {times(9).map((at) => (
        <div key={at} className={styles['row']}>
          <SkeletonBar width="18%" />
          <SkeletonBar width="12%" />
          <SkeletonBar width="24%" />
          <SkeletonBar width="10%" />
        </div>
      ))}
    </div>
  </>
)

const Board = () => (
  <>
    <Head />
    <div className={styles['board']}>
      {times(4).map((at) => (
        <div key={at} className={styles['card']}>
          <div className={styles['lines']}>
            <SkeletonBar width="24%" />
            <SkeletonBar width="72%" />
            <SkeletonBar width="64%" />
            <SkeletonBar width="56%" />
          </div>
        </div>
      ))}
    </div>
  </>
)

const Form = () => (
  <>
    <Head />
    <div className={styles['card']}>
      <div className={styles['lines']}>
        {times(6).map((at) => (
          <div key={at} className={styles['field']}>
            <SkeletonBar width="80px" />
            <SkeletonBar width="280px" />
          </div>
        ))}
      </div>
    </div>
  </>
)

const Tiles = () => (
  <>
    <Head />
    <div className={styles['tiles']}>
      {times(15).map((at) => (
        <div key={at} className={styles['tile']}>
          <span className={styles['icon']} />
          <span className={styles['words']}>
            <SkeletonBar width="64%" />
            <SkeletonBar width="88%" />
          </span>
        </div>
      ))}
    </div>
  </>
)

const Head = () => (
  <div className={styles['head']}>
    <SkeletonBar width="120px" />
  </div>
)

const shapes: Record<PageShape, () => ReactNode> = { list: List, board: Board, form: Form, tiles: Tiles }

/** The skeleton of a page while it loads. */
export function PageSkeleton({ shape }: { shape: PageShape }) {
  const Shape = shapes[shape]
  return (
    <div className={styles['page']} role="status" aria-label="正在加载">
      <Shape />
    </div>
  )
}
