import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toPieces } from './object-content.ts'
import { checkPart } from './validation.ts'
import type { Content, ObjectFacts, StoredPart } from './object-store.ts'

interface BegunUpload extends Required<ObjectFacts> {
  key: string
}

/** The size of the part differs from that of its link. */
export class WrongSize extends Error {}

/** Multipart uploads on a disk: a folder for each, with a file for each part. */
export class DiskParts {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async begin(key: string, facts: Required<ObjectFacts>): Promise<string> {
    const upload = randomUUID()
    await mkdir(join(this.#folder, upload), { recursive: true })
    await writeFile(join(this.#folder, upload, 'begun.json'), JSON.stringify({ key, ...facts } satisfies BegunUpload))
    return upload
  }

  /** Undefined when this key has no such upload. */
  async findBegun(key: string, upload: string): Promise<BegunUpload | undefined> {
    if (!/^[0-9a-f-]{36}$/.test(upload)) return undefined
    const text = await readFile(join(this.#folder, upload, 'begun.json'), 'utf8').catch(() => undefined)
    const found = text === undefined ? undefined : (JSON.parse(text) as BegunUpload)
    return found?.key === key ? found : undefined
  }

  async receive(key: string, upload: string, part: number, size: number, content: Content): Promise<boolean> {
    if (!(await this.findBegun(key, upload))) return false
    const arriving = join(this.#folder, upload, `arriving-${randomUUID()}`)
    let left = size
    const counted = async function* () {
      for await (const piece of toPieces(content)) {
        left -= piece.length
        if (left < 0) break
        yield piece
      }
      if (left !== 0) throw new WrongSize('a part of another size than its link said')
    }
    try {
      await pipeline(counted, createWriteStream(arriving, { flags: 'wx' }))
      await rename(arriving, join(this.#folder, upload, `part-${checkPart(part)}`))
      return true
    } catch (error) {
      await rm(arriving, { force: true })
      throw error
    }
  }

  async list(key: string, upload: string): Promise<StoredPart[] | undefined> {
    if (!(await this.findBegun(key, upload))) return undefined
    const found: StoredPart[] = []
    for (const name of await readdir(join(this.#folder, upload))) {
      if (!name.startsWith('part-')) continue
      const { size, mtimeMs } = await stat(join(this.#folder, upload, name))
      found.push({ part: Number(name.slice('part-'.length)), size, tag: `${size}-${mtimeMs}` })
    }
    return found.sort((one, other) => one.part - other.part)
  }

  async *readContent(upload: string, parts: readonly StoredPart[]): AsyncGenerator<Uint8Array> {
    for (const { part } of parts) yield* createReadStream(join(this.#folder, upload, `part-${checkPart(part)}`))
  }

  async abort(key: string, upload: string) {
    if (await this.findBegun(key, upload)) await rm(join(this.#folder, upload), { recursive: true, force: true })
  }
}
