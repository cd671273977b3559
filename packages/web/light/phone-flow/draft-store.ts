import { createDeviceStore } from '#packages/web/core/device-store.ts'

/** The values by field; an empty text is no value. */
export type Draft = Readonly<Record<string, string>>

/** A draft with everything needed to continue after the phone has closed the page. */
export interface FlowRecord {
  draft: Draft
  step: number
  /** The last step that may be opened. */
  reached: number
  /** The field that had the focus. */
  field: string
  /** One for each draft: sent twice, it is executed once. */
  idempotencyKey: string
  at: number
  /** The server's answer, after it was sent. */
  answer?: unknown
}

export interface DraftStore {
  read(name: string): Promise<FlowRecord | undefined>
  write(name: string, record: FlowRecord): Promise<void>
  remove(name: string): Promise<void>
}

const maxAgeMs = 90 * 24 * 60 * 60 * 1000

const drafts = createDeviceStore<FlowRecord>('drafts')

/** On the device: a draft survives a closed browser. */
export const deviceDraftStore: DraftStore = {
  async read(name) {
    const record = await drafts.get(name)
    return record && Date.now() - record.at < maxAgeMs ? record : undefined
  },
  write: (name, record) => drafts.put(name, record),
  remove: (name) => drafts.remove(name),
}
