export { solveFet, type FetOptions } from './solve-fet.ts'
export type {
  FetActivity,
  FetConstraint,
  FetPlacement,
  FetProblem,
  FetResult,
  FetStatus,
  FetTime,
  FetYear,
} from './fet-problem.ts'
