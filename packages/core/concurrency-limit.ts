/** Runs at most `atOnce` at a time; others wait in order. `onWait` gets the number of those waiting, and may refuse. */
export function createConcurrencyLimit(atOnce: number, onWait: (waiting: number) => void = () => {}) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else {
      onWait(waiting.length)
      await new Promise<void>((go) => waiting.push(go))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
