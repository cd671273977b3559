import type { Content } from './store.ts'

export const isWhole = (content: Content): content is Uint8Array | string =>
  typeof content === 'string' || content instanceof Uint8Array

/** The content in pieces, as bytes. */
export async function* piecesOf(content: Content): AsyncGenerator<Uint8Array> {
  if (isWhole(content)) yield Buffer.from(content)
  else for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
