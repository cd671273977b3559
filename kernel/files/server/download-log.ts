import { newId } from '#packages/core'
import type { Cells } from '#packages/db'
import { LogBuffer, recordDownloads, type Download } from '#kernel/audit/server/api.ts'
import type { FileLink } from './file-links.ts'

const flushEveryMs = 500
const maxRemembered = 100_000

/**
 * Logs the used links. A video player requests one link in many ranges, which gives one row. Rows are written twice a
 * second in bulk, so a crash loses at most half a second.
 */
export class DownloadLog {
  readonly #buffer: LogBuffer<Download>
  /** Links that are in the log already → their expiry. */
  readonly #known = new Map<string, number>()

  constructor(cells: Cells, onFailure: (error: unknown) => void) {
    this.#buffer = new LogBuffer(cells, { write: recordDownloads, onFailure, everyMs: flushEveryMs })
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
    this.#buffer.note(link.districtId, row)
  }

  #forgetOld(now: Date) {
    for (const [token, until] of this.#known) if (until * 1000 < now.getTime()) this.#known.delete(token)
    if (this.#known.size >= maxRemembered) this.#known.clear() // a duplicate row is harmless, a missing one is not
  }

  /** Writes the waiting rows and resolves when they are written. */
  flush(): Promise<void> {
    return this.#buffer.flush()
  }

  close(): Promise<void> {
    return this.#buffer.close()
  }
}
