import { newId, type DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { recordDownloads, type Download } from '#kernel/audit/server/api.ts'
import type { FileLink } from './file-links.ts'

const flushEveryMs = 500
const maxRemembered = 100_000
/**
 * A statement takes 65,535 values and a row has nine: after an hour without the database there are more rows than that.
 */
const rowsPerInsert = 1_000

interface LogLine {
  district: DistrictId
  row: Download
}

/**
 * Logs the used links. A video player requests one link in many ranges, which gives one row. Rows are written twice a
 * second in bulk, so a crash loses at most half a second.
 */
export class DownloadLog {
  readonly #cells: Cells
  readonly #onFailure: (error: unknown) => void
  /** Links that are in the log already → their expiry. */
  readonly #known = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #waiting: LogLine[] = []
  #flushing: Promise<void> = Promise.resolve()

  constructor(cells: Cells, onFailure: (error: unknown) => void) {
    this.#cells = cells
    this.#onFailure = onFailure
    this.#timer = setInterval(() => void this.flush(), flushEveryMs)
    this.#timer.unref()
  }

  record(
    token: string,
    link: FileLink,
    { address, requestId, now }: { address: string; requestId: string; now: Date },
  ) {
    if (link.variant === 'thumb' || this.#known.has(token)) return
    if (this.#known.size >= maxRemembered) this.#forgetOld(now)
    this.#known.set(token, link.until)
    const { personId, orgId, fileId } = link
    const row: Download = {
      id: newId(),
      at: now,
      person_id: personId,
      org_id: orgId,
      file_id: fileId,
      address,
      kind: link.isDownload ? 'download' : 'view',
      request_id: requestId,
    }
    this.#waiting.push({ district: link.districtId, row })
  }

  #forgetOld(now: Date) {
    for (const [token, until] of this.#known) if (until * 1000 < now.getTime()) this.#known.delete(token)
    if (this.#known.size >= maxRemembered) this.#known.clear() // a duplicate row is harmless, a missing one is not
  }

  /** Writes the waiting rows and resolves when they are written. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  async #write() {
    const waiting = this.#waiting
    this.#waiting = []
    for (const [district, lines] of Map.groupBy(waiting, (line) => line.district))
      for (let at = 0; at < lines.length; at += rowsPerInsert)
        await this.#writePiece(district, lines.slice(at, at + rowsPerInsert))
  }

  async #writePiece(district: DistrictId, lines: readonly LogLine[]) {
    const rows = lines.map(({ row }) => row)
    try {
      await inDistrict(this.#cells, district, (db) => recordDownloads(db, rows))
    } catch (error) {
      this.#waiting.unshift(...lines) // the database may be available the next time
      this.#onFailure(error)
    }
  }

  async close() {
    clearInterval(this.#timer)
    await this.flush()
  }
}
