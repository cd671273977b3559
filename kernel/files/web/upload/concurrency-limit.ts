/** Limits how many run at once, in the order of arrival. */
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
