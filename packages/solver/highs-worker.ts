/** Runs in a worker thread, because HiGHS does not return before it is done. Solves one model after the other. */
import { parentPort } from 'node:worker_threads'
import loadHighs, { type Model as HighsModel, type ModelData } from 'highs'
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
  const getValues = (instance: HighsModel) => {
    if (instance.getModelStatus() === modelStatus.empty) return new Float64Array(0)
    const isFeasible = instance.info.get('primal_solution_status') === solutionStatus.feasible
    return isFeasible ? instance.getSolution().colValue : null
  }
  return highs.withModel(toHighs(model), (instance): HighsAnswer => {
    instance.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: gap, random_seed: 1 })
    instance.run()
    return {
      status: statuses.get(instance.getModelStatus()) ?? 'failed',
      values: getValues(instance),
      cost: instance.getObjectiveValue(),
      gap: Number(instance.info.get('mip_gap')),
    }
  })
}

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
