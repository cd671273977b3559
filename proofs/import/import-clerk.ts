import { setTimeout as sleep } from 'node:timers/promises'
import { sheetApi, type Batch, type BatchStatus } from '#kernel/sheet/contract.ts'
import type { ApiClient } from '../shared/browser.ts'
import { requireGood } from '../shared/upload.ts'

export { createWorkbook } from '../../entry/testing/workbook.ts'

const url = ({ path }: { path: string }) => path
/** Statuses in which no work is in progress. */
export const finalStatuses: readonly BatchStatus[] = ['mapping', 'ready', 'applied', 'undone', 'failed', 'discarded']

/** A user who imports over HTTP, as the pages do. */
export class ImportClerk {
  readonly who: ApiClient
  readonly target: string
  readonly orgId: string

  constructor(who: ApiClient, orgId: string, target = 'staff') {
    this.who = who
    this.orgId = orgId
    this.target = target
  }

  /** The answer to an upload, good or bad. */
  async offer(name: string, bytes: Uint8Array<ArrayBuffer>) {
    const form = new FormData()
    form.set('target', this.target)
    form.set('orgId', this.orgId)
    form.set('file', new Blob([bytes]), name)
    return this.who.send<{ id: string }>(url(sheetApi.begin), form)
  }

  async upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Batch> {
    const { id } = await requireGood(this.offer(name, bytes))
    return this.waitForStatus(id)
  }

  batch = (id: string) => requireGood(this.who.get<Batch>(`${url(sheetApi.batch)}?id=${id}`))

  /** Waits until no work is in progress. */
  async waitForStatus(id: string, seconds = 300): Promise<Batch> {
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(100)) {
      const batch = await this.batch(id)
      if (finalStatuses.includes(batch.status)) return batch
    }
    throw new Error(`the import was not over within ${seconds} s`)
  }

  async map({ id, columns }: Batch): Promise<Batch> {
    await this.startMapping(id, columns)
    return this.waitForStatus(id)
  }
  startMapping = (id: string, columns: Batch['columns']) =>
    requireGood(
      this.who.post(url(sheetApi.map), {
        id,
        columns: columns.map(({ at, key }) => ({ at, key })),
        remember: false,
      }),
    )

  repair = (id: string, cells: readonly { row: number; column: string; value: string }[]) =>
    requireGood(this.who.post(url(sheetApi.repair), { id, cells }))

  fix = (id: string, kind: string, fix: string) => requireGood(this.who.post(url(sheetApi.fix), { id, kind, fix }))

  startApplying = (id: string, mode: 'all' | 'good' = 'all') =>
    requireGood(this.who.post(url(sheetApi.apply), { id, mode }))
  async apply(id: string, mode: 'all' | 'good' = 'all') {
    await this.startApplying(id, mode)
    return this.waitForStatus(id)
  }

  discard = (id: string) => requireGood(this.who.post(url(sheetApi.discard), { id }))

  startUndoing = (id: string) => requireGood(this.who.post(url(sheetApi.undo), { id }))
  async undo(id: string) {
    await this.startUndoing(id)
    return this.waitForStatus(id)
  }
}
