/** Lets so many at a time do something, in the order in which they came. */
export function createConcurrencyLimit(atOnce: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((done) => waiting.push(done))
    try {
      return await work()
    } finally {
      give()
    }
  }
}
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>
