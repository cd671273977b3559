import type { Ctx } from '#packages/core'
import type { SavedGenerator } from '../random.ts'
import type { SeedRun } from '../seed-run.ts'

/** The steps of the term. Its dates count from `now`, when the first run began. */
export interface DemoTermRun {
  run: SeedRun
  now: Date
  step: <T>(key: string, work: (ctx: Ctx) => Promise<T>, generators?: readonly SavedGenerator[]) => Promise<T>
}
