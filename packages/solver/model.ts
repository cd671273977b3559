/** A number to be found. A binary one is 0 or 1. */
export interface Variable {
  id: string
  kind: 'binary' | 'continuous'
  /** Of a continuous one; the defaults are 0 and no limit. */
  least?: number | undefined
  most?: number | undefined
  /** What each unit costs: the sum of the costs is made as small as possible. */
  cost?: number | undefined
}

/** least ≤ the sum of factor × variable ≤ most. */
export interface Constraint {
  /** Named in `relaxed`, so no two elastic constraints have the same name. */
  name: string
  terms: readonly (readonly [variableId: string, factor: number])[]
  least?: number | undefined
  most?: number | undefined
  /** Makes it elastic: it may be broken, and each unit costs this much. */
  penalty?: number | undefined
}

export interface Model {
  variables: readonly Variable[]
  constraints: readonly Constraint[]
}

/** The model as sparse rows; infinite where there is no limit. Columns after the variables measure what is broken. */
export interface SparseModel {
  cost: Float64Array
  least: Float64Array
  most: Float64Array
  /** 1: a whole number. */
  isInteger: Int32Array
  rowLeast: Float64Array
  rowMost: Float64Array
  starts: Int32Array
  columns: Int32Array
  factors: Float64Array
}

export interface BuiltModel extends SparseModel {
  /** The constraint of each column after the variables. */
  elastic: string[]
}

/** Throws if the model names something unknown or has a number that is none: HiGHS would solve something else. */
export function buildModel({ variables, constraints }: Model): BuiltModel {
  const at = new Map(variables.map(({ id }, index) => [id, index]))
  if (at.size < variables.length) throw new Error('solver: two variables have the same id')
  const columns = variables.map(({ id, kind, least = 0, most = Infinity, cost = 0 }) => {
    if (!(least <= most) || least === Infinity || most === -Infinity || !Number.isFinite(cost))
      throw new Error(`solver: variable ${id} from ${least} to ${most} at ${cost}`)
    return kind === 'binary' ? { least: 0, most: 1, cost, isInteger: 1 } : { least, most, cost, isInteger: 0 }
  })
  const elastic: string[] = []
  const entries: [column: number, factor: number][][] = []
  for (const constraint of constraints) {
    checkLimits(constraint)
    const { name, terms, least = -Infinity, most = Infinity, penalty } = constraint
    const row = terms.map(([id, factor]): [number, number] => {
      const column = at.get(id)
      if (column === undefined || !Number.isFinite(factor)) throw new Error(`solver: ${factor} ${id} in ${name}`)
      return [column, factor]
    })
    if (new Set(row.map(([column]) => column)).size < row.length) throw new Error(`solver: a variable twice in ${name}`)
    if (penalty !== undefined)
      for (const [limit, sign] of [
        [least, 1],
        [most, -1],
      ] as const)
        if (Number.isFinite(limit)) {
          row.push([columns.length, sign])
          columns.push({ least: 0, most: Infinity, cost: penalty, isInteger: 0 })
          elastic.push(name)
        }
    entries.push(row)
  }
  const flat = entries.flat()
  return {
    cost: Float64Array.from(columns, ({ cost }) => cost),
    least: Float64Array.from(columns, ({ least }) => least),
    most: Float64Array.from(columns, ({ most }) => most),
    isInteger: Int32Array.from(columns, ({ isInteger }) => isInteger),
    rowLeast: Float64Array.from(constraints, ({ least = -Infinity }) => least),
    rowMost: Float64Array.from(constraints, ({ most = Infinity }) => most),
    starts: Int32Array.from([0, ...entries.map(createSum())]),
    columns: Int32Array.from(flat, ([column]) => column),
    factors: Float64Array.from(flat, ([, factor]) => factor),
    elastic,
  }
}

function checkLimits({ name, least = -Infinity, most = Infinity, penalty = 0 }: Constraint) {
  if (!(least <= most) || least === Infinity || most === -Infinity || !(penalty >= 0 && penalty < Infinity))
    throw new Error(`solver: constraint ${name} from ${least} to ${most} at ${penalty}`)
}

function createSum() {
  let sum = 0
  return ({ length }: { length: number }) => (sum += length)
}
