import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'

export interface DocumentSection {
  /** Its anchor: the help id that stands above it in a comment, or else its title. */
  id: string
  title: string
  html: string
}

export interface HandbookDocument {
  id: string
  title: string
  /** What stands before the first section. */
  lead: string
  sections: DocumentSection[]
}

/** What a table of contents needs of a document. */
export type DocumentOutline = Pick<HandbookDocument, 'id' | 'title'> & { sections: Omit<DocumentSection, 'html'>[] }

const helpId = /^<!--\s*help:\s*([\w-]+)\s*-->/
/** A line of Chinese that goes on in the next has no space between. */
const joinLines = (html: string) =>
  html.replace(/([\u3001-\u9fff\uff01-\uff5e])\n(?=[\u300c\u4e00-\u9fff\uff08])/g, '$1')

const toAnchor = (title: string) => title.trim().replace(/\s+/g, '-')

/** A document for people in parts: its title, what comes first, and one part for each heading of the second rank. */
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

/** Makes a page's data of each document under docs/: whole, or with `?outline` only its headings. */
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
