import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createConcurrencyLimit } from '#packages/core'
import type { HighsAnswer, HighsTask } from './highs-worker.ts'
import { buildModel, type Model } from './model.ts'

export interface SolveOptions {
  /** From the call on, with the wait for a free core. */
  seconds: number
  /** How far from the best possible cost is good enough: 0.01 is one hundredth of the cost. */
  gap?: number | undefined
}

export interface Relaxed {
  /** Of the constraint. */
  name: string
  /** How many units it was broken by. */
  by: number
}

export interface SolveResult {
  /**
   * optimal: within the gap · timeout: the time was over; with the best values by then, if there were any · infeasible:
   * the constraints that are not elastic contradict each other · unbounded: the cost has no lower limit.
   */
  status: 'optimal' | 'timeout' | 'infeasible' | 'unbounded'
  /** By variable; null: none were found. */
  values: ReadonlyMap<string, number> | null
  /** With all penalties. */
  cost: number
  gap: number
  /** The elastic constraints that were broken. */
  relaxed: Relaxed[]
  seconds: number
}

/** HiGHS looks at its clock now and then only; after this the thread is ended. */
const graceMs = 1000
/** A thread has to compile HiGHS first, so it waits for another search for so long. */
const idleMs = 5 * 60_000
/** What HiGHS takes for nothing. */
const tolerance = 1e-5

// Each search takes one core for as long as it lasts.
const limitConcurrency = createConcurrencyLimit(availableParallelism())

/** Finds the values of the lowest cost with HiGHS, in a thread of its own. */
export async function solve(model: Model, { seconds, gap = 0 }: SolveOptions): Promise<SolveResult> {
  const { elastic, ...sparse } = buildModel(model)
  const began = performance.now()
  const { status, values, ...answer } = await limitConcurrency(async (): Promise<HighsAnswer> => {
    const left = seconds - (performance.now() - began) / 1000
    return left <= 0 ? tooLate : askHighs({ model: sparse, seconds: left, gap })
  })
  if (status === 'failed') throw new Error('solver: HiGHS failed')
  const { variables } = model
  return {
    status,
    values: values && new Map(variables.map(({ id, kind }, at) => [id, clean(values[at]!, kind === 'binary')])),
    cost: values ? answer.cost : Infinity,
    gap: Number.isFinite(answer.gap) ? answer.gap : status === 'optimal' ? 0 : Infinity,
    relaxed: values ? listRelaxed(elastic, values.subarray(variables.length)) : [],
    seconds: (performance.now() - began) / 1000,
  }
}

const tooLate: HighsAnswer = { status: 'timeout', values: null, cost: Infinity, gap: Infinity }

/** HiGHS leaves a millionth here and there. */
const clean = (value: number, isInteger: boolean) =>
  isInteger || Math.abs(value - Math.round(value)) < tolerance ? Math.round(value) : value

function listRelaxed(elastic: readonly string[], excess: Float64Array): Relaxed[] {
  const byName = new Map<string, number>()
  for (const [at, name] of elastic.entries())
    if (excess[at]! > tolerance) byName.set(name, (byName.get(name) ?? 0) + excess[at]!)
  return [...byName].map(([name, by]) => ({ name, by: clean(by, false) }))
}

interface Thread {
  worker: Worker
  /** Of the search that it does. */
  done: (answer: HighsAnswer | null) => void
  fail: (error: Error) => void
}
const idle = new Set<Thread>()

async function askHighs(task: HighsTask): Promise<HighsAnswer> {
  const [thread = startThread()] = idle
  idle.delete(thread)
  thread.worker.ref()
  let timer: NodeJS.Timeout | undefined
  const answer = await new Promise<HighsAnswer | null>((done, fail) => {
    Object.assign(thread, { done, fail })
    timer = setTimeout(() => done(null), task.seconds * 1000 + graceMs)
    thread.worker.postMessage(task)
  }).finally(() => clearTimeout(timer))
  if (answer) keepThread(thread)
  else await thread.worker.terminate()
  return answer ?? tooLate
}

function startThread(): Thread {
  const worker = new Worker(new URL('highs-worker.ts', import.meta.url), { env: {} })
  const thread: Thread = { worker, done: () => {}, fail: () => {} }
  worker.on('message', (answer: HighsAnswer) => thread.done(answer))
  worker.on('error', (error: Error) => thread.fail(error))
  worker.on('exit', (code) => {
    idle.delete(thread)
    thread.fail(new Error(`solver: the thread ended with ${code}`))
  })
  return thread
}

function keepThread(thread: Thread) {
  // The process may end while the thread waits.
  thread.worker.unref()
  idle.add(thread)
  setTimeout(() => {
    if (idle.delete(thread)) void thread.worker.terminate()
  }, idleMs).unref()
}
