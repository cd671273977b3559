import visuallyHidden from './visually-hidden.module.css'
import styles from './mask-dots.module.css'

const pitch = 6
const dotsBetween = { least: 2, most: 6 }

/** Drawn dots instead of asterisks, which sit too high; copying yields the asterisks. */
export function MaskDots({ value }: { value: string }) {
  const parts = value.split(/(\*+)/).filter(Boolean)
  return (
    <span className={styles['dotted']}>
      {parts.map((part, at) =>
        part.startsWith('*') ? (
          // The pieces never change their order.
          // eslint-disable-next-line react/no-array-index-key
          <span key={at}>
            <span className={styles['dots']} style={{ width: dotsFor(part) * pitch }} aria-hidden="true">
              {part}
            </span>
            <span className={`${visuallyHidden['only']} ${styles['uncopied']}`}>已隐藏</span>
          </span>
        ) : (
          // eslint-disable-next-line react/no-array-index-key
          <span key={at}>{part}</span>
        ),
      )}
    </span>
  )
}

const dotsFor = ({ length }: string) => Math.min(dotsBetween.most, Math.max(dotsBetween.least, length))
