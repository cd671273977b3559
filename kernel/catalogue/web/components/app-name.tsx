import type { HighlightPart } from '#packages/web/core/format/highlight.ts'
import styles from './app-name.module.css'

interface Props {
  name: string
  edition: string
  /** The name with the search matches marked. */
  marks?: readonly HighlightPart[] | undefined
}

/** The name of an application with its edition. */
export const AppName = ({ name, edition, marks }: Props) => (
  <>
    {marks
      ? marks.map(({ text, isHit }) =>
          isHit ? (
            <mark key={text} className={styles['hit']}>
              {text}
            </mark>
          ) : (
            text
          ),
        )
      : name}
    {edition && ' '}
    {edition && <span className={styles['edition']}>{edition}</span>}
  </>
)
