import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'

export interface DocumentSection {
  /** The anchor of the section: the help id in the comment above it, otherwise its title. */
  id: string
  title: string
  html: string
}

export interface HandbookDocument {
  /** The place of the chapter in the handbook: `<!-- sort: 40 -->` at its top. */
  sort: number
  id: string
  title: string
  /** The text before the first section. */
  lead: string
  sections: DocumentSection[]
}

/** The part of a document that a table of contents needs. */
export type DocumentOutline = Pick<HandbookDocument, 'sort' | 'id' | 'title'> & {
  sections: Omit<DocumentSection, 'html'>[]
}

/** Chapters without a place of their own, like those of most applications, come after the kernel's. */
const defaultSort = 70
const chapterSort = /^<!--\s*sort:\s*(\d+)\s*-->\n/
const helpId = /^<!--\s*help:\s*([\w-]+)\s*-->/
/** Chinese text that continues on the next line gets no space at the line break. */
const joinLines = (html: string) =>
  html.replace(/([\u3001-\u9fff\uff01-\uff5e])\n(?=[\u300c\u4e00-\u9fff\uff08])/g, '$1')

const toAnchor = (title: string) => title.trim().replace(/\s+/g, '-')

/** Splits a Markdown document into title, lead text and one section for each second-level heading. */
export function compileDocument(markdown: string): HandbookDocument {
  const sort = Number(chapterSort.exec(markdown)?.[1] ?? defaultSort)
  const document: HandbookDocument = { sort, id: '', title: '', lead: '', sections: [] }
  let pendingId: string | undefined
  let body: Token[] = []
  const close = () => {
    const html = joinLines(marked.parser(body))
    const section = document.sections.at(-1)
    if (section) section.html = html
    else document.lead = html
    body = []
  }
  for (const token of marked.lexer(markdown.replace(chapterSort, ''))) {
    const named = token.type === 'html' ? helpId.exec(token.raw)?.[1] : undefined
    if (named) {
      pendingId = named
    } else if (token.type === 'heading' && token['depth'] === 1) {
      const title = (token as Tokens.Heading).text
      Object.assign(document, { id: pendingId ?? toAnchor(title), title })
      pendingId = undefined
    } else if (token.type === 'heading' && token['depth'] === 2) {
      close()
      const title = (token as Tokens.Heading).text
      document.sections.push({ id: pendingId ?? toAnchor(title), title, html: '' })
      pendingId = undefined
    } else {
      body.push(token)
    }
  }
  close()
  return document
}

const getOutline = ({ sort, id, title, sections }: HandbookDocument): DocumentOutline => ({
  sort,
  id,
  title,
  sections: sections.map((section) => ({ id: section.id, title: section.title })),
})

const isDocument = /[\\/](?:docs[\\/](?:users|policies)[\\/][^\\/]+|[^\\/]+[\\/]help(?:[\\/][^\\/]+)?)\.md$/

/** Imports each chapter of the handbook and each policy as data: complete, or with `?outline` only its headings. */
export const documents = (): Plugin => ({
  name: 'documents',
  enforce: 'pre',
  transform(code, id) {
    const [file, query] = id.split('?')
    if (!isDocument.test(file!)) return undefined
    const document = compileDocument(code)
    return `export default ${JSON.stringify(query?.includes('outline') ? getOutline(document) : document)}`
  },
})
