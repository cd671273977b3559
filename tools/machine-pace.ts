import { createHash } from 'node:crypto'

/** What `work` takes on a quiet core of the machine that the limits were set on. */
const quietMs = 25
const everyMs = 3000
const bytes = Buffer.alloc(16_000_000, 'pace')

/** Milliseconds that a fixed piece of work takes now. */
export function doFixedWork() {
  const began = performance.now()
  createHash('md5').update(bytes).digest()
  return performance.now() - began
}

/**
 * How much slower than that quiet core the machine is while something runs: 1 where it is as fast. Neighbours, a busy
 * host and our own workers all slow it down; whoever divides by it compares what the work costs, not the hour.
 */
export class MachinePace {
  readonly #times: number[] = []
  readonly #timer = setInterval(() => this.#times.push(doFixedWork()), everyMs)

  constructor() {
    this.#timer.unref()
  }

  stop() {
    clearInterval(this.#timer)
    return measurePace(this.#times)
  }
}

/** The mean, since seconds add up: a minute that stood still is in them too. */
export const measurePace = (times: readonly number[]) =>
  times.length === 0 ? 1 : Math.max(1, times.reduce((sum, time) => sum + time, 0) / times.length / quietMs)
