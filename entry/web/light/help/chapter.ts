import type { DocumentOutline, HandbookDocument } from '../../build/documents.ts'

export interface Chapter extends DocumentOutline {
  load: () => Promise<HandbookDocument>
}

/** The chapter that contains an anchor: its own or that of one of its sections. */
export const findChapter = (chapters: readonly Chapter[], anchor: string): Chapter | undefined =>
  chapters.find(({ id, sections }) => id === anchor || sections.some((section) => section.id === anchor))
