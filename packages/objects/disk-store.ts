import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { link, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toPieces } from './object-content.ts'
import { createDiskLinks, type DiskLinks } from './disk-links.ts'
import { DiskParts } from './disk-parts.ts'
import { checkContentType, checkFacts, checkKey, checkPart, checkRange } from './validation.ts'
import type {
  ByteRange,
  Content,
  DownloadLink,
  ObjectFacts,
  ObjectInfo,
  ObjectStore,
  PartLink,
  StoredPart,
  UploadLink,
} from './object-store.ts'

export interface DiskSettings {
  folder: string
  /** The public address of `serve`: https://host/objects, or /objects for the page's own host. */
  baseUrl: string
  /** The signing secret: it gives access to everything. */
  secret: string
}

/** Objects in a folder, for tests and development: same guarantees as S3, but listing reads every file. */
export const createDiskStore = (settings: DiskSettings): ObjectStore & Required<Pick<ObjectStore, 'serve'>> =>
  new DiskStore(settings)

/** Key, type and metadata are the first line of each file, so that they appear together with the content. */
interface Header extends Required<ObjectFacts> {
  key: string
}
const maxHeaderBytes = 16 * 1024

class DiskStore implements ObjectStore {
  readonly #folder: string
  readonly #links: DiskLinks
  readonly #parts: DiskParts
  readonly serve

  constructor({ folder, baseUrl, secret }: DiskSettings) {
    this.#folder = folder
    for (const part of ['objects', 'incoming']) mkdirSync(join(folder, part), { recursive: true })
    this.#links = createDiskLinks({ baseUrl, secret })
    this.#parts = new DiskParts(join(folder, 'parts'))
    this.serve = this.#links.serve(this, this.#parts)
  }

  async put(key: string, content: Content, facts: ObjectFacts) {
    await rename(await this.#write(key, content, facts), this.#place(key))
  }

  async putNew(key: string, content: Uint8Array | string, facts: ObjectFacts) {
    const written = await this.#write(key, content, facts)
    try {
      await link(written, this.#place(key)) // unlike a rename, it fails if the name is taken
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    } finally {
      await rm(written)
    }
  }

  async get(key: string, range?: ByteRange) {
    if (range) checkRange(range)
    const opened = await this.#open(this.#place(key))
    if (!opened) return undefined
    const { file, begin, header, size, modifiedAt } = opened
    if (range && range.start >= size) {
      await file.close()
      throw new RangeError('the range begins after the last byte')
    }
    const last = Math.max(Math.min(range?.end ?? Infinity, size - 1), 0) // for an empty object, a byte that does not exist
    const body = file.createReadStream({ start: begin + (range?.start ?? 0), end: begin + last })
    return { ...toObjectFacts(header), size, modifiedAt, body }
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const opened = await this.#read(this.#place(key))
    return opened && { ...toObjectFacts(opened.header), size: opened.size, modifiedAt: opened.modifiedAt }
  }

  async delete(key: string) {
    await rm(this.#place(key), { force: true })
  }

  async copy(from: string, to: string) {
    checkKey(to)
    const source = await this.get(from)
    if (!source) return false
    await this.put(to, source.body, source)
    return true
  }

  async list(prefix: string, { after = '', limit = 1000 }: { after?: string; limit?: number } = {}) {
    const found = []
    for (const name of await readdir(join(this.#folder, 'objects'))) {
      const opened = await this.#read(join(this.#folder, 'objects', name))
      if (!opened?.header.key.startsWith(prefix) || compareBytes(opened.header.key, after) <= 0) continue
      found.push({ key: opened.header.key, size: opened.size, modifiedAt: opened.modifiedAt })
    }
    const objects = found.sort((one, other) => compareBytes(one.key, other.key)).slice(0, Math.min(limit, 1000))
    const last = objects.at(-1)
    return { objects, ...(last && found.length > objects.length ? { next: last.key } : {}) }
  }

  async signedGet(key: string, link: DownloadLink) {
    if (link.contentType !== undefined) checkContentType(link.contentType)
    return this.#links.sign('GET', checkKey(key), link)
  }

  async signedPut(key: string, link: UploadLink) {
    checkContentType(link.contentType)
    return this.#links.sign('PUT', checkKey(key), link)
  }

  async beginParts(key: string, facts: ObjectFacts) {
    return this.#parts.begin(checkKey(key), checkFacts(facts))
  }

  async signedPart(key: string, upload: string, part: number, { seconds, size }: PartLink) {
    return this.#links.sign('PUT', checkKey(key), { seconds, part: { upload, number: checkPart(part), size } })
  }

  async listParts(key: string, upload: string) {
    return this.#parts.list(checkKey(key), upload)
  }

  async completeParts(key: string, upload: string, parts: readonly StoredPart[]) {
    const begun = await this.#parts.findBegun(checkKey(key), upload)
    if (!begun) return false
    await this.put(key, this.#parts.readContent(upload, parts), toObjectFacts(begun))
    await this.#parts.abort(key, upload)
    return true
  }

  async abortParts(key: string, upload: string) {
    await this.#parts.abort(checkKey(key), upload)
  }

  close() {}

  /** The hash of the key is a safe file name: no path traversal, no length limit, no clash of upper and lower case. */
  #place(key: string) {
    return join(this.#folder, 'objects', createHash('sha256').update(checkKey(key)).digest('hex'))
  }

  /** Writes to a temporary file, so that the object appears in one step when it is complete. */
  async #write(key: string, content: Content, facts: ObjectFacts): Promise<string> {
    const header: Header = { key: checkKey(key), ...checkFacts(facts) }
    const path = join(this.#folder, 'incoming', randomUUID())
    const lines = async function* () {
      yield Buffer.from(`${JSON.stringify(header)}\n`)
      yield* toPieces(content)
    }
    try {
      await pipeline(lines, createWriteStream(path, { flags: 'wx' }))
      return path
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  async #read(path: string) {
    const opened = await this.#open(path)
    await opened?.file.close()
    return opened
  }

  async #open(path: string) {
    const file = await open(path).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    })
    if (!file) return undefined
    try {
      const { header, begin } = await readHeader(file)
      const { size, mtime } = await file.stat()
      return { file, header, begin, size: size - begin, modifiedAt: mtime }
    } catch (error) {
      await file.close()
      throw error
    }
  }
}

async function readHeader(file: FileHandle) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  return { header: JSON.parse(buffer.toString('utf8', 0, end)) as Header, begin: end + 1 }
}

const toObjectFacts = ({ contentType, metadata }: Header) => ({ contentType, metadata })

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

// JavaScript compares UTF-16, which sorts rare characters (𠮷) differently from S3.
const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
