import type { RequestListener } from 'node:http'
import type { Readable } from 'node:stream'

/** Bytes, text (stored as UTF-8), or a stream of them, which is passed on in pieces and never held whole. */
export type Content = Uint8Array | string | AsyncIterable<Uint8Array | string>

/** What is said about an object when it is stored. */
export interface ObjectFacts {
  contentType: string
  /** Names in lower-case English, values in any language; about 2 kB in all. */
  metadata?: Readonly<Record<string, string>>
}

export interface ObjectInfo extends Required<ObjectFacts> {
  /** Of the whole object, also when only a range of it was asked for. */
  size: number
  modifiedAt: Date
}

/** Whoever is handed the body reads it to the end or destroys it: until then it holds a connection or a file. */
export interface StoredObject extends ObjectInfo {
  body: Readable
}

/** Both ends are included, as in HTTP; without an end it reaches to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

export interface ObjectPage {
  objects: { key: string; size: number; modifiedAt: Date }[]
  /** Pass it as `after` to read on; nothing when this was the last page. */
  next?: string
}

export interface DownloadLink {
  seconds: number
  /** With a name the browser saves the object under it; without one it shows the object. */
  fileName?: string
  /** Instead of the type it was stored with. */
  contentType?: string
}

export interface UploadLink {
  seconds: number
  /** The upload must say the same type, or it is refused. */
  contentType: string
}

/** One piece of an upload in parts, as it has arrived. Parts count from 1. */
export interface StoredPart {
  part: number
  size: number
  /** What the store calls it; for `completeParts`. */
  tag: string
}

export interface PartLink {
  seconds: number
  /** The part must have exactly so many bytes, or it is refused. */
  size: number
}

/** Where files live. Keys look like paths without `.`, `..` or empty parts, and may be Chinese. */
export interface ObjectStore {
  /** Stores, or replaces. Readers see the old object until the new one is complete, and never half of it. */
  put(key: string, content: Content, facts: ObjectFacts): Promise<void>
  /**
   * Stores only if there is nothing under the key yet, and says whether it did: of several at once, one wins.
   * No streams here: they may be stored in parts, and Ceph does not keep this promise for parts.
   */
  putNew(key: string, content: Uint8Array | string, facts: ObjectFacts): Promise<boolean>
  /** A range that begins after the last byte is a RangeError. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>
  head(key: string): Promise<ObjectInfo | undefined>
  /** It is no fault if there is nothing to delete. */
  delete(key: string): Promise<void>
  /** Type and metadata go with it. False when there is nothing to copy. At most 5 GB. */
  copy(from: string, to: string): Promise<boolean>
  /** In the order of the keys' UTF-8 bytes, at most 1,000 at a time. */
  list(prefix: string, page?: { after?: string; limit?: number }): Promise<ObjectPage>
  /** An address from which anybody who has it may download this one object, for so many seconds. */
  signedGet(key: string, link: DownloadLink): Promise<string>
  /** An address to which anybody who has it may upload this one object, for so many seconds. */
  signedPut(key: string, link: UploadLink): Promise<string>
  /**
   * Begins an upload in parts and names it. Nothing is under the key until it is completed. Each part but the last has
   * at least 5 MB. What is neither completed nor aborted, the store may forget after two days.
   */
  beginParts(key: string, facts: ObjectFacts): Promise<string>
  /** An address to which anybody who has it may send this one part, again if need be, for so many seconds. */
  signedPart(key: string, upload: string, part: number, link: PartLink): Promise<string>
  /** What has arrived so far, in order; nothing when there is no such upload, or no longer. */
  listParts(key: string, upload: string): Promise<StoredPart[] | undefined>
  /** Puts the parts together under the key. False when there is no such upload, or no longer. */
  completeParts(key: string, upload: string, parts: readonly StoredPart[]): Promise<boolean>
  /** It is no fault if there is nothing to abort. */
  abortParts(key: string, upload: string): Promise<void>
  close(): void
  /** Answers signed addresses, where the store has no server of its own; S3 has one. */
  readonly serve?: RequestListener
}
