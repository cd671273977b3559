import type { DocumentOutline, HandbookDocument } from '../../build/documents.ts'
import type { Chapter } from './chapter.ts'

const outlines = import.meta.glob<DocumentOutline>('../../../../docs/users/*.md', {
  query: '?outline',
  import: 'default',
  eager: true,
})
const texts = import.meta.glob<HandbookDocument>('../../../../docs/users/*.md', { import: 'default' })

/** The handbook in the order of its files. Headings are part of the page; texts load when they are opened. */
export const handbook: readonly Chapter[] = Object.entries(outlines)
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([path, outline]) => ({ ...outline, load: texts[path]! }))
