/** As much of IndexedDB as the device store uses, for tests without a browser: one key–value store a database. */
export function createMemoryIndexedDb() {
  const databases = new Map<string, Map<string, unknown>>()
  const later = (work: () => void, ticks = 1) => {
    queueMicrotask(() => (ticks > 1 ? later(work, ticks - 1) : work()))
  }
  const request = (run: () => unknown, begun: () => void, ended: () => void) => {
    const target = Object.assign(new EventTarget(), { result: undefined as unknown, error: null })
    begun()
    later(() => {
      target.result = run()
      target.dispatchEvent(new Event('success'))
      ended()
    })
    return target
  }
  const createTransaction = (records: Map<string, unknown>) => {
    let open = 0
    const target = Object.assign(new EventTarget(), { error: null })
    const begun = () => void open++
    // A transaction is complete when nobody asks for more: what awaited the last answer has had its turn by then.
    const ended = () => {
      open--
      later(() => open === 0 && target.dispatchEvent(new Event('complete')), 20)
    }
    const ask = (run: () => unknown) => request(run, begun, ended)
    const store = {
      get: (key: string) => ask(() => structuredClone(records.get(key))),
      getAll: () => ask(() => [...records.values()].map((one) => structuredClone(one))),
      put: (value: unknown, key: string) => {
        const copy: unknown = structuredClone(value)
        return ask(() => void records.set(key, copy))
      },
      delete: (key: string) => ask(() => void records.delete(key)),
    }
    return Object.assign(target, { objectStore: () => store })
  }
  return {
    /** The records of a database, to look at. */
    list: (name: string) => [...(databases.get(name)?.values() ?? [])],
    open: (name: string) => {
      const isNew = !databases.has(name)
      const records = databases.get(name) ?? new Map<string, unknown>()
      databases.set(name, records)
      const opening = Object.assign(new EventTarget(), {
        result: {
          createObjectStore: () => {},
          transaction: () => createTransaction(records),
          close: () => {},
        },
        error: null,
      })
      later(() => {
        if (isNew) opening.dispatchEvent(new Event('upgradeneeded'))
        opening.dispatchEvent(new Event('success'))
      })
      return opening
    },
  }
}
