import { setTimeout as sleep } from 'node:timers/promises'
import { sheetApi, type Batch, type BatchStatus } from '#kernel/sheet/contract.ts'
import type { Browser } from '../parts/browser.ts'
import { good } from '../parts/upload.ts'

export { workbookOf } from '../../entry/testing/workbook.ts'

const url = ({ path }: { path: string }) => path
/** Nothing is under way. */
export const restingStatuses: readonly BatchStatus[] = ['mapping', 'ready', 'applied', 'undone', 'failed', 'discarded']

/** Somebody who imports, over HTTP and as the pages do it. */
export class Clerk {
  readonly who: Browser
  readonly target: string
  readonly orgId: string

  constructor(who: Browser, orgId: string, target = 'staff') {
    this.who = who
    this.orgId = orgId
    this.target = target
  }

  /** The answer to an upload, whatever it is. */
  async offer(name: string, bytes: Uint8Array<ArrayBuffer>) {
    const form = new FormData()
    form.set('target', this.target)
    form.set('orgId', this.orgId)
    form.set('file', new Blob([bytes]), name)
    return this.who.send<{ id: string }>(url(sheetApi.begin), form)
  }

  async upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Batch> {
    const { id } = await good(this.offer(name, bytes))
    return this.rest(id)
  }

  batch = (id: string) => good(this.who.get<Batch>(`${url(sheetApi.batch)}?id=${id}`))

  /** Waits until nothing is under way any more. */
  async rest(id: string, seconds = 300): Promise<Batch> {
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(100)) {
      const batch = await this.batch(id)
      if (restingStatuses.includes(batch.status)) return batch
    }
    throw new Error(`the import was not over within ${seconds} s`)
  }

  async map({ id, columns }: Batch): Promise<Batch> {
    await this.startMapping(id, columns)
    return this.rest(id)
  }
  startMapping = (id: string, columns: Batch['columns']) =>
    good(
      this.who.post(url(sheetApi.map), {
        id,
        columns: columns.map(({ at, key }) => ({ at, key })),
        remember: false,
      }),
    )

  repair = (id: string, cells: readonly { row: number; column: string; value: string }[]) =>
    good(this.who.post(url(sheetApi.repair), { id, cells }))

  cure = (id: string, kind: string, cure: string) => good(this.who.post(url(sheetApi.cure), { id, kind, cure }))

  startApplying = (id: string, mode: 'all' | 'good' = 'all') => good(this.who.post(url(sheetApi.apply), { id, mode }))
  async apply(id: string, mode: 'all' | 'good' = 'all') {
    await this.startApplying(id, mode)
    return this.rest(id)
  }

  discard = (id: string) => good(this.who.post(url(sheetApi.discard), { id }))

  startUndoing = (id: string) => good(this.who.post(url(sheetApi.undo), { id }))
  async undo(id: string) {
    await this.startUndoing(id)
    return this.rest(id)
  }
}
