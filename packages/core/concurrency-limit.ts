/**
 * Lets so many run at a time; the others wait in the order they came. `onWait` is told how many wait already, and may
 * refuse one more.
 */
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
