import type { HighlightPart } from '#packages/web/core/format/highlight.ts'
import styles from './app-name.module.css'

interface Props {
  name: string
  edition: string
  /** The name with what was looked for marked in it. */
  marks?: readonly HighlightPart[] | undefined
}

/** The name of an application, and the word that tells it from another of the same name. */
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
