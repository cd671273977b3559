import type { HandbookDocument } from '../../build/documents.ts'

export interface Hit {
  anchor: string
  chapter: string
  title: string
  /** A few words around the place. */
  excerpt: string
}

const atMost = 20
const around = 28

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Sections that hold all the words; those that have them in their titles come first. Chinese has no spaces: when nothing
 * holds 解除绑定 as it stands, whatever holds all its characters will do.
 */
export function searchHandbook(documents: readonly HandbookDocument[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hits = searchWords(documents, words)
  return hits.length > 0 ? hits : searchWords(documents, Array.from(words.join('')))
}

function searchWords(documents: readonly HandbookDocument[], words: readonly string[]): Hit[] {
  const hits: (Hit & { isInTitle: boolean })[] = []
  for (const { id, title: chapter, lead, sections } of documents) {
    for (const { id: anchor, title, html } of [{ id, title: chapter, html: lead }, ...sections]) {
      const text = textOf(html)
      const all = `${title} ${text}`.toLowerCase()
      if (!words.every((word) => all.includes(word))) continue
      const isInTitle = words.every((word) => title.toLowerCase().includes(word))
      hits.push({ anchor, chapter, title, excerpt: excerptOf(text, words), isInTitle })
    }
  }
  const ordered = [...hits].sort((one, other) => Number(other.isInTitle) - Number(one.isInTitle))
  return ordered.slice(0, atMost).map(({ isInTitle: _order, ...hit }) => hit)
}

function excerptOf(text: string, words: readonly string[]) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - around)
  const until = from + around * 2 + 12
  const cut = text.slice(from, until)
  return `${from > 0 && cut ? '…' : ''}${cut}${until < text.length ? '…' : ''}`
}
