/** Runs in a worker thread, because HiGHS does not return before it is done. Solves one model and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import loadHighs, { type Model as HighsModel, type ModelData } from 'highs'
import type { SparseModel } from './model.ts'

export interface HighsTask {
  /** HiGHS as compiled before: compiling takes longer than a small search. */
  wasmModule: WebAssembly.Module
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

const { wasmModule, model, seconds, gap } = workerData as HighsTask
parentPort!.postMessage(await solve())

async function solve(): Promise<HighsAnswer> {
  const highs = await loadHighs({ wasmModule })
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
  return highs.withModel(toHighs(), (instance): HighsAnswer => {
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

function toHighs(): ModelData {
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
