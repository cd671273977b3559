import type { Content } from './object-store.ts'

export const isInMemory = (content: Content): content is Uint8Array | string =>
  typeof content === 'string' || content instanceof Uint8Array

/** The content in pieces, as bytes. */
export async function* toPieces(content: Content): AsyncGenerator<Uint8Array> {
  if (isInMemory(content)) yield Buffer.from(content)
  else for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
