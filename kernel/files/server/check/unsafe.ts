import { BadArchive } from '#packages/archive'

/** The bytes are not what the name says, or do more than they should. The message is for the log: it repeats nothing of them. */
export class Unsafe extends Error {}

/** What a bad archive is to us. */
export function asUnsafe(error: unknown): never {
  throw error instanceof BadArchive ? new Unsafe(error.message, { cause: error }) : error
}
