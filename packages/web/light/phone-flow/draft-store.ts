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

const awaitRequest = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('the store refused')))
  })

const awaitCommit = (transaction: IDBTransaction) =>
  new Promise<void>((done, fail) => {
    transaction.addEventListener('complete', () => done())
    transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('the store is full')))
  })

async function withDraftStore<T>(
  mode: IDBTransactionMode,
  work: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open('drafts', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('drafts'))
  const database = await awaitRequest(opening)
  try {
    const transaction = database.transaction('drafts', mode)
    const result = await awaitRequest(work(transaction.objectStore('drafts')))
    if (mode === 'readwrite') await awaitCommit(transaction)
    return result
  } finally {
    database.close()
  }
}

/** Not the local storage: that is cleared after the browser was closed, and a draft must survive that. */
export const deviceDraftStore: DraftStore = {
  async read(name) {
    const record = await withDraftStore<FlowRecord | undefined>('readonly', (drafts) => drafts.get(name))
    return record && Date.now() - record.at < maxAgeMs ? record : undefined
  },
  async write(name, record) {
    await withDraftStore('readwrite', (drafts) => drafts.put(record, name))
  },
  async remove(name) {
    await withDraftStore('readwrite', (drafts) => drafts.delete(name))
  },
}
