import type { RequestListener } from 'node:http'
import type { Readable } from 'node:stream'

/** Bytes, text (stored as UTF-8), or a stream of them, which is never held in memory completely. */
export type Content = Uint8Array | string | AsyncIterable<Uint8Array | string>

/** Type and metadata of an object. */
export interface ObjectFacts {
  contentType: string
  /** Names in lower-case English, values in any language; about 2 kB in all. */
  metadata?: Readonly<Record<string, string>>
}

export interface ObjectInfo extends Required<ObjectFacts> {
  /** The size of the whole object, also for a range. */
  size: number
  modifiedAt: Date
}

/** The body must be read to the end or destroyed, because it holds a connection or a file. */
export interface StoredObject extends ObjectInfo {
  body: Readable
}

/** Both ends are included, as in HTTP; without an end it extends to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

export interface ObjectPage {
  objects: { key: string; size: number; modifiedAt: Date }[]
  /** The `after` of the next page; undefined on the last page. */
  next?: string
}

export interface DownloadLink {
  seconds: number
  /** With a name the browser saves the object under it; without one it shows the object. */
  fileName?: string
  /** Replaces the stored type. */
  contentType?: string
}

export interface UploadLink {
  seconds: number
  /** The upload must have the same type, or it is refused. */
  contentType: string
}

/** An arrived part of a multipart upload. Parts count from 1. */
export interface StoredPart {
  part: number
  size: number
  /** The tag from the store, for `completeParts`. */
  tag: string
}

export interface PartLink {
  seconds: number
  /** The part must have exactly this size, or it is refused. */
  size: number
}

/** The object store. Keys are paths without `.`, `..` or empty parts, and may be Chinese. */
export interface ObjectStore {
  /** Stores or replaces an object. Readers see the old one until the new one is complete. */
  put(key: string, content: Content, facts: ObjectFacts): Promise<void>
  /**
   * Stores only if the key is free, and returns whether it did: only one of several concurrent calls succeeds. No
   * streams: they may be stored in parts, for which Ceph does not guarantee this.
   */
  putNew(key: string, content: Uint8Array | string, facts: ObjectFacts): Promise<boolean>
  /** A range that begins after the last byte throws a RangeError. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>
  head(key: string): Promise<ObjectInfo | undefined>
  /** A missing object is no error. */
  delete(key: string): Promise<void>
  /** Copies type and metadata too. Returns false when the source is missing. At most 5 GB. */
  copy(from: string, to: string): Promise<boolean>
  /** In the order of the keys' UTF-8 bytes, at most 1,000 at a time. */
  list(prefix: string, page?: { after?: string; limit?: number }): Promise<ObjectPage>
  /** A link for downloading this object, valid for this many seconds. */
  signedGet(key: string, link: DownloadLink): Promise<string>
  /** A link for uploading this object, valid for this many seconds. */
  signedPut(key: string, link: UploadLink): Promise<string>
  /**
   * Begins a multipart upload and returns its id. The key stays free until it is completed. Each part but the last has
   * at least 5 MB. The store may delete an unfinished upload after two days.
   */
  beginParts(key: string, facts: ObjectFacts): Promise<string>
  /** A link for sending this part, repeatedly if needed, valid for this many seconds. */
  signedPart(key: string, upload: string, part: number, link: PartLink): Promise<string>
  /** The arrived parts in order; undefined when the upload does not exist. */
  listParts(key: string, upload: string): Promise<StoredPart[] | undefined>
  /** Joins the parts under the key. Returns false when the upload does not exist. */
  completeParts(key: string, upload: string, parts: readonly StoredPart[]): Promise<boolean>
  /** A missing upload is no error. */
  abortParts(key: string, upload: string): Promise<void>
  close(): void
  /** Serves signed addresses for a store without a server of its own; S3 has one. */
  readonly serve?: RequestListener
}
