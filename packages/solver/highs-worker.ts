/** Runs in a worker thread, because HiGHS does not return before it is done. Solves one model after the other. */
import { parentPort } from 'node:worker_threads'
import loadHighs, { type ModelData } from 'highs'
import type { SparseModel } from './model.ts'

export interface HighsTask {
  model: SparseModel
  seconds: number
  gap: number
}

export interface HighsAnswer {
  status: 'optimal' | 'timeout' | 'infeasible' | 'unbounded' | 'failed'
  /** Of all columns; null: none was found. */
  values: Float64Array | null
  cost: number
  gap: number
}

const highs = await loadHighs()
parentPort!.on('message', (task: HighsTask) => parentPort!.postMessage(solve(task)))

function solve({ model, seconds, gap }: HighsTask): HighsAnswer {
  const { modelStatus, solutionStatus } = highs.constants
  const statuses = new Map<number, HighsAnswer['status']>([
    [modelStatus.optimal, 'optimal'],
    [modelStatus.empty, 'optimal'],
    [modelStatus.timeLimit, 'timeout'],
    [modelStatus.infeasible, 'infeasible'],
    [modelStatus.unbounded, 'unbounded'],
    // With all costs finite it is nearly always the first.
    [modelStatus.unboundedOrInfeasible, 'infeasible'],
  ])
  return highs.withModel(toHighs(model), (instance): HighsAnswer => {
    const getValues = () => {
      if (instance.getModelStatus() === modelStatus.empty) return new Float64Array(0)
      if (instance.info.get('primal_solution_status') !== solutionStatus.feasible) return null
      const { colValue } = instance.getSolution()
      return isWhole(model, colValue) ? colValue : null
    }
    const getStatus = () => statuses.get(instance.getModelStatus()) ?? 'failed'
    instance.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: gap, random_seed: 1 })
    // Without the search for whole numbers first: the optimum of most assignments has them by itself.
    instance.options.set({ solver: 'simplex' })
    instance.run()
    if (getStatus() === 'optimal' && !getValues()) {
      instance.options.set({ solver: 'choose' })
      instance.run()
    }
    const cost = instance.getObjectiveValue()
    return { status: getStatus(), values: getValues(), cost, gap: Number(instance.info.get('mip_gap')) }
  })
}

/** As exactly as HiGHS takes it. */
const isWhole = ({ isInteger }: SparseModel, values: Float64Array) =>
  isInteger.every((is, column) => is === 0 || Math.abs(values[column]! - Math.round(values[column]!)) < 1e-5)

function toHighs(model: SparseModel): ModelData {
  const numCols = model.cost.length
  const numRows = model.rowLeast.length
  return {
    numCols,
    numRows,
    colCost: model.cost,
    colLower: model.least,
    colUpper: model.most,
    rowLower: model.rowLeast,
    rowUpper: model.rowMost,
    integrality: model.isInteger,
    matrix: {
      format: 'csr',
      numRows,
      numCols,
      starts: model.starts,
      indices: model.columns,
      values: model.factors,
    },
  }
}
