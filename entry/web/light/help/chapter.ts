import type { DocumentOutline, HandbookDocument } from '../../build/documents.ts'

export interface Chapter extends DocumentOutline {
  load: () => Promise<HandbookDocument>
}

/** The order of the handbook: by the place that a chapter gives itself, then by title. */
export const compareChapters = (one: DocumentOutline, other: DocumentOutline) =>
  one.sort - other.sort || one.title.localeCompare(other.title, 'zh')

/** The chapter that contains an anchor: its own or that of one of its sections. */
export const findChapter = (chapters: readonly Chapter[], anchor: string): Chapter | undefined =>
  chapters.find(({ id, sections }) => id === anchor || sections.some((section) => section.id === anchor))
