import { BadArchive } from '#packages/archive'

/** The bytes do not match the name, or are dangerous. The message is for the log and contains none of the bytes. */
export class UnsafeFile extends Error {}

/** Converts a BadArchive into an UnsafeFile. */
export function rethrowAsUnsafe(error: unknown): never {
  throw error instanceof BadArchive ? new UnsafeFile(error.message, { cause: error }) : error
}
