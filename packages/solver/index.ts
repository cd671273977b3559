export type { Constraint, Model, Variable } from './model.ts'
export { solve, type Relaxed, type SolveOptions, type SolveResult } from './solve.ts'
