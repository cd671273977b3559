import type { HandbookDocument } from '../../build/documents.ts'

export interface HandbookHit {
  anchor: string
  chapter: string
  title: string
  /** A few words around the match. */
  excerpt: string
}

const maxHits = 20
const around = 28

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const stripHtml = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Sections that contain all the words; matches in titles come first. Chinese has no spaces: when no section contains
 * 解除绑定 as typed, sections that contain all its characters match.
 */
export function searchHandbook(documents: readonly HandbookDocument[], query: string): HandbookHit[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return []
  const hits = searchTerms(documents, terms)
  return hits.length > 0 ? hits : searchTerms(documents, Array.from(terms.join('')))
}

function searchTerms(documents: readonly HandbookDocument[], terms: readonly string[]): HandbookHit[] {
  const hits: (HandbookHit & { isInTitle: boolean })[] = []
  for (const { id, title: chapter, lead, sections } of documents) {
    for (const { id: anchor, title, html } of [{ id, title: chapter, html: lead }, ...sections]) {
      const text = stripHtml(html)
      const all = `${title} ${text}`.toLowerCase()
      if (!terms.every((term) => all.includes(term))) continue
      const isInTitle = terms.every((term) => title.toLowerCase().includes(term))
      hits.push({ anchor, chapter, title, excerpt: getExcerpt(text, terms), isInTitle })
    }
  }
  const ordered = [...hits].sort((one, other) => Number(other.isInTitle) - Number(one.isInTitle))
  return ordered.slice(0, maxHits).map(({ isInTitle: _order, ...hit }) => hit)
}

function getExcerpt(text: string, terms: readonly string[]) {
  const positions = terms.map((term) => text.toLowerCase().indexOf(term)).filter((position) => position >= 0)
  const from = Math.max(0, Math.min(...positions, text.length) - around)
  const until = from + around * 2 + 12
  const cut = text.slice(from, until)
  return `${from > 0 && cut ? '…' : ''}${cut}${until < text.length ? '…' : ''}`
}
