interface DraftStore<Value> {
  save: (value: Value) => Promise<{ savedAt: string }>
  drop: () => Promise<unknown>
}

interface SaveListener {
  saved: (at: string) => void
  failed: () => void
}

const every = 3000
const afterFailure = 30_000

/** Saves a draft: at most every three seconds, one call at a time, and always the last value. */
export function createDraftSaver<Value>(store: DraftStore<Value>, listener: SaveListener) {
  let waiting: { value: Value } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<void> = Promise.resolve()

  const wait = (milliseconds: number) => {
    timer ??= setTimeout(() => void flush(), milliseconds)
  }
  const rest = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const save = async (value: Value) => {
    try {
      listener.saved((await store.save(value)).savedAt)
    } catch {
      listener.failed()
      waiting ??= { value }
      wait(afterFailure)
    }
  }
  const take = () => {
    rest()
    const next = waiting
    waiting = undefined
    return next
  }
  const flush = () => {
    const next = take()
    if (next) last = last.then(() => save(next.value))
    return last
  }
  return {
    flush,
    /** A page that is being closed cannot wait for the previous call. */
    leave() {
      const next = take()
      if (next) last = Promise.all([last, save(next.value)]).then(() => {})
    },
    change(value: Value) {
      waiting = { value }
      wait(every)
    },
    drop() {
      take()
      // A draft that could not be deleted is offered once more, which does no harm.
      last = last.then(store.drop).then(
        () => {},
        () => {},
      )
      return last
    },
  }
}
