import type { ByteRange, ObjectFacts } from './object-store.ts'

// The limits of S3; the disk store has them too, so that nothing works in development and fails in production.
const maxKeyLength = 1024
const maxMetadataBytes = 2048
const maxLinkSeconds = 7 * 24 * 3600

/** A key becomes part of an address, so keys that a browser or proxy would rewrite (a/../b, a//b) are refused. */
export function checkKey(key: string): string {
  // The messages do not contain the key: it may name a person, and errors are logged.
  if (Buffer.byteLength(key) > maxKeyLength) throw new TypeError(`an object key is at most ${maxKeyLength} bytes long`)
  if (!key.isWellFormed() || /[\p{Cc}\p{NChar}]/u.test(key)) throw new TypeError('an object key is readable text')
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new TypeError('an object key has no empty part, no . and no ..')
  return key
}

export function checkContentType(contentType: string): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(contentType)) throw new TypeError('a content type is 1 to 255 ASCII characters')
  return contentType
}

export function checkFacts({ contentType, metadata = {} }: ObjectFacts): Required<ObjectFacts> {
  checkContentType(contentType)
  const names = Object.keys(metadata)
  if (!names.every((name) => /^[a-z][a-z0-9-]*$/.test(name)))
    throw new TypeError('names of metadata are lower-case letters, digits and hyphens')
  const length = names.join('').length + Object.values(encodeMetadata(metadata)).join('').length
  if (length > maxMetadataBytes) throw new TypeError(`metadata is at most ${maxMetadataBytes} bytes long`)
  return { contentType, metadata }
}

/** Headers are ASCII, metadata values may not be. */
export const encodeMetadata = (metadata: Readonly<Record<string, string>>) =>
  mapValues(metadata, (value) => encodeURIComponent(value.toWellFormed()))

export const decodeMetadata = (metadata: Readonly<Record<string, string>>) => mapValues(metadata, decodeURIComponent)

const mapValues = (record: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/** An HTTP server would ignore an invalid range and return the whole object. */
export function checkRange({ start, end }: ByteRange) {
  const isByte = (at: number) => Number.isSafeInteger(at) && at >= 0
  if (!isByte(start) || (end !== undefined && (!isByte(end) || end < start))) throw new RangeError('no range of bytes')
}

export function checkSeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxLinkSeconds)
    throw new RangeError(`a link is valid for 1 to ${maxLinkSeconds} seconds`)
  return seconds
}

export function checkPart(part: number): number {
  if (!Number.isInteger(part) || part < 1 || part > 10_000) throw new RangeError('parts are numbered from 1 to 10000')
  return part
}
