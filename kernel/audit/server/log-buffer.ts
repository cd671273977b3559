import type { DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'

/** A statement takes 65,535 values: after an hour without the database more rows than that may wait. */
const writtenAtOnce = 1_000

export interface LogBufferOptions<Row> {
  write: (db: Db, rows: readonly Row[]) => Promise<unknown>
  onFailure: (error: unknown) => void
  /** How often the rows are written. */
  everyMs: number
  /** The most rows that wait while the database is down; further ones are lost. */
  mostWaiting?: number
}

/**
 * Rows of logs that are written outside the requests, in bulk. A crash loses those of the last moment. Close it with the
 * server.
 */
export class LogBuffer<Row> {
  readonly #cells: Cells
  readonly #options: LogBufferOptions<Row>
  readonly #timer: NodeJS.Timeout
  #waiting: { district: DistrictId; row: Row }[] = []
  /** Rows that did not fit since the last attempt to write. */
  #lost = 0
  #flushing: Promise<void> = Promise.resolve()

  constructor(cells: Cells, options: LogBufferOptions<Row>) {
    this.#cells = cells
    this.#options = options
    this.#timer = setInterval(() => void this.flush(), options.everyMs)
    this.#timer.unref()
  }

  note(district: DistrictId, row: Row) {
    if (this.#isFull()) this.#lost++
    else this.#waiting.push({ district, row })
  }

  #isFull() {
    return this.#waiting.length >= (this.#options.mostWaiting ?? Infinity)
  }

  /** Writes the waiting rows and resolves when they are written. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  async #write() {
    const waiting = this.#waiting
    this.#waiting = []
    if (this.#lost > 0) this.#options.onFailure(new Error(`${this.#lost} log rows were lost`))
    this.#lost = 0
    for (const [district, lines] of Map.groupBy(waiting, (line) => line.district))
      for (let at = 0; at < lines.length; at += writtenAtOnce)
        await this.#writePiece(district, lines.slice(at, at + writtenAtOnce))
  }

  async #writePiece(district: DistrictId, lines: readonly { district: DistrictId; row: Row }[]) {
    const rows = lines.map(({ row }) => row)
    try {
      await inDistrict(this.#cells, district, (db) => this.#options.write(db, rows))
    } catch (error) {
      // The database may be available the next time.
      if (!this.#isFull()) this.#waiting.unshift(...lines)
      this.#options.onFailure(error)
    }
  }

  async close() {
    clearInterval(this.#timer)
    await this.flush()
  }
}
