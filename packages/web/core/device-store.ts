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

/** A store of records by key on this device. Not the local storage: that is cleared after the browser was closed. */
export interface DeviceStore<Value> {
  get(key: string): Promise<Value | undefined>
  list(): Promise<Value[]>
  put(key: string, value: Value): Promise<void>
  remove(key: string): Promise<void>
  /** In one transaction, so that no other tab writes in between; without a result the record stays as it is. */
  change(key: string, change: (value: Value | undefined) => Value | undefined): Promise<void>
}

export function createDeviceStore<Value>(name: string): DeviceStore<Value> {
  async function run<T>(mode: IDBTransactionMode, work: (records: IDBObjectStore) => Promise<T>): Promise<T> {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(name))
    const database = await awaitRequest(opening)
    try {
      const transaction = database.transaction(name, mode)
      const committed = mode === 'readwrite' ? awaitCommit(transaction) : undefined
      const result = await work(transaction.objectStore(name))
      await committed
      return result
    } finally {
      database.close()
    }
  }
  return {
    get: (key) => run('readonly', (records) => awaitRequest(records.get(key) as IDBRequest<Value | undefined>)),
    list: () => run('readonly', (records) => awaitRequest(records.getAll() as IDBRequest<Value[]>)),
    put: (key, value) => run('readwrite', async (records) => void (await awaitRequest(records.put(value, key)))),
    remove: (key) => run('readwrite', (records) => awaitRequest(records.delete(key))),
    change: (key, change) =>
      run('readwrite', async (records) => {
        const value = change(await awaitRequest(records.get(key) as IDBRequest<Value | undefined>))
        if (value !== undefined) await awaitRequest(records.put(value, key))
      }),
  }
}
