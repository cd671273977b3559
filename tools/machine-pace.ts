import { createHash } from 'node:crypto'

/** The time of `doFixedWork` on an idle core of the machine on which the limits were set. */
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
 * How much slower than that idle core the machine is during a run: 1 where it is as fast. Other load slows it down; a
 * time divided by this factor is comparable between runs.
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

/** The mean, because seconds add up: a stalled minute is included too. */
export const measurePace = (times: readonly number[]) =>
  times.length === 0 ? 1 : Math.max(1, times.reduce((sum, time) => sum + time, 0) / times.length / quietMs)
