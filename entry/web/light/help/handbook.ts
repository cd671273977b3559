import type { DocumentOutline, HandbookDocument } from '../../build/documents.ts'
import { compareChapters, type Chapter } from './chapter.ts'

// Vite reads the patterns while it builds, so both lists are written out.
const outlines = import.meta.glob<DocumentOutline>(
  [
    '../../../../docs/users/*.md',
    '!../../../../docs/users/README.md',
    '../../../../{kernel,engines,applications}/*/help.md',
    '../../../../{kernel,engines,applications}/*/help/*.md',
  ],
  { query: '?outline', import: 'default', eager: true },
)
const texts = import.meta.glob<HandbookDocument>(
  [
    '../../../../docs/users/*.md',
    '!../../../../docs/users/README.md',
    '../../../../{kernel,engines,applications}/*/help.md',
    '../../../../{kernel,engines,applications}/*/help/*.md',
  ],
  { import: 'default' },
)

/** The chapters of all modules and the general ones. Headings are part of the page; texts load when they are opened. */
export const handbook: readonly Chapter[] = Object.entries(outlines)
  .map(([path, outline]) => ({ ...outline, load: texts[path]! }))
  .sort(compareChapters)
