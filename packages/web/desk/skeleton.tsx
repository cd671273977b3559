import styles from './skeleton.module.css'

/** Grey bars instead of text that is loading; they appear after 200 ms. */
export function SkeletonLines({ widths }: { widths: readonly number[] }) {
  return (
    <div className={styles['lines']} role="status" aria-label="正在加载">
      {widths.map((width, at) => (
        // The bars never change their order.
        // eslint-disable-next-line react/no-array-index-key
        <span key={at} className={styles['bar']} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

export const SkeletonBar = ({ width = '60%' }: { width?: string }) => (
  <span className={styles['bar']} style={{ width }} />
)
