import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createConcurrencyLimit } from '#packages/core'
import type { HighsAnswer, HighsTask } from './highs-worker.ts'
import { buildModel, type Model } from './model.ts'

declare global {
  namespace WebAssembly {
    /** Node has it; its types do not. */
    function compile(bytes: Uint8Array): Promise<Module>
  }
}

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

/** HiGHS looks at its clock now and then only; after this the thread is ended from outside. */
const graceMs = 1000
/** What HiGHS takes for nothing. */
const tolerance = 1e-5

// Each search takes one core for as long as it lasts.
const limitConcurrency = createConcurrencyLimit(availableParallelism())

/** Finds the values of the lowest cost with HiGHS, in a thread of its own that ends with the search. */
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

let compiled: Promise<WebAssembly.Module> | undefined
const loadModule = () =>
  (compiled ??= readFile(fileURLToPath(import.meta.resolve('highs/runtime'))).then((bytes) =>
    WebAssembly.compile(bytes),
  ))

async function askHighs(question: Omit<HighsTask, 'wasmModule'>): Promise<HighsAnswer> {
  const task: HighsTask = { ...question, wasmModule: await loadModule() }
  const worker = new Worker(new URL('highs-worker.ts', import.meta.url), { workerData: task, env: {} })
  try {
    return await new Promise<HighsAnswer>((done, fail) => {
      const timer = setTimeout(() => done(tooLate), task.seconds * 1000 + graceMs)
      worker.once('message', done)
      worker.once('error', fail)
      worker.once('exit', (code) => {
        clearTimeout(timer)
        fail(new Error(`solver: the thread ended with ${code}`))
      })
    })
  } finally {
    await worker.terminate()
  }
}
