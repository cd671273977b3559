import { useMemo } from 'react'
import { trustBuiltMarkup } from '#packages/web/core/built-markup.ts'
import type { HandbookDocument } from '../../build/documents.ts'
import styles from './document-view.module.css'

interface Props {
  document: HandbookDocument
  /** False where the bar above already shows the title. */
  hasTitle?: boolean
}

/** A document of ours, compiled to HTML at build time. */
export function DocumentView({ document, hasTitle = true }: Props) {
  const { id, title, lead, sections } = document
  return (
    <article className={styles['document']}>
      {hasTitle && (
        <h2 id={id} className={styles['title']} tabIndex={-1}>
          {title}
        </h2>
      )}
      <Text html={lead} />
      {sections.map((section) => (
        <section key={section.id}>
          {hasTitle ? (
            <h3 id={section.id} className={styles['heading']} tabIndex={-1}>
              {section.title}
            </h3>
          ) : (
            <h2 id={section.id} className={styles['heading']} tabIndex={-1}>
              {section.title}
            </h2>
          )}
          <Text html={section.html} />
        </section>
      ))}
    </article>
  )
}

// HTML from docs/, compiled at build time, so it is trusted.
function Text({ html }: { html: string }) {
  const markup = useMemo(() => ({ __html: trustBuiltMarkup(html) }), [html])
  // eslint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={markup} />
}
