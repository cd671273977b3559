import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'

export interface DocumentSection {
  /** The anchor of the section: the help id in the comment above it, otherwise its title. */
  id: string
  title: string
  html: string
}

export interface HandbookDocument {
  id: string
  title: string
  /** The text before the first section. */
  lead: string
  sections: DocumentSection[]
}

/** The part of a document that a table of contents needs. */
export type DocumentOutline = Pick<HandbookDocument, 'id' | 'title'> & { sections: Omit<DocumentSection, 'html'>[] }

const helpId = /^<!--\s*help:\s*([\w-]+)\s*-->/
/** Chinese text that continues on the next line gets no space at the line break. */
const joinLines = (html: string) =>
  html.replace(/([\u3001-\u9fff\uff01-\uff5e])\n(?=[\u300c\u4e00-\u9fff\uff08])/g, '$1')

const toAnchor = (title: string) => title.trim().replace(/\s+/g, '-')

/** Splits a Markdown document into title, lead text and one section for each second-level heading. */
export function compileDocument(markdown: string): HandbookDocument {
  const document: HandbookDocument = { id: '', title: '', lead: '', sections: [] }
  let pendingId: string | undefined
  let body: Token[] = []
  const close = () => {
    const html = joinLines(marked.parser(body))
    const section = document.sections.at(-1)
    if (section) section.html = html
    else document.lead = html
    body = []
  }
  for (const token of marked.lexer(markdown)) {
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

const getOutline = ({ id, title, sections }: HandbookDocument): DocumentOutline => ({
  id,
  title,
  sections: sections.map((section) => ({ id: section.id, title: section.title })),
})

/** Imports each document under docs/ as data: complete, or with `?outline` only its headings. */
export const documents = (): Plugin => ({
  name: 'documents',
  enforce: 'pre',
  transform(code, id) {
    const [file, query] = id.split('?')
    if (!/[\\/]docs[\\/](users|policies)[\\/][^\\/]+\.md$/.test(file!)) return undefined
    const document = compileDocument(code)
    return `export default ${JSON.stringify(query?.includes('outline') ? getOutline(document) : document)}`
  },
})
