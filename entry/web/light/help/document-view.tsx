import type { HandbookDocument } from '../../build/documents.ts'
import styles from './document-view.module.css'

interface Props {
  document: HandbookDocument
  /** The bar above says it already. */
  hasTitle?: boolean
}

/** A document of ours, made into HTML when the product was built. */
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

// Our own words out of docs/, compiled at build time: nobody else can write them.
// eslint-disable-next-line react/no-danger
const Text = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />
