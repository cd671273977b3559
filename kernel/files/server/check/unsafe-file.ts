import { BadArchive } from '#packages/archive'

/** The bytes are not what the name says, or do more than they should. The message is for the log: it repeats nothing of them. */
export class UnsafeFile extends Error {}

/** What a bad archive is to us. */
export function rethrowAsUnsafe(error: unknown): never {
  throw error instanceof BadArchive ? new UnsafeFile(error.message, { cause: error }) : error
}
