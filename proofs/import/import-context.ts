import type { DistrictId } from '#packages/core'
import type { RunningProcess } from '../shared/process.ts'
import type { ImportClerk } from './import-clerk.ts'

/** What every part of the proof works with. */
export interface ImportProofContext {
  long: boolean
  show(what: string, isGood?: boolean): void
  /** The connection of a role that sees all districts. */
  database: string
  api: RunningProcess
  /** The running worker; a part that kills it sets its successor here. */
  worker: RunningProcess
  startWorker(settings?: Record<string, string>): Promise<RunningProcess>
  clerk: ImportClerk
  departments: readonly string[]
  home: DistrictId
  pictures: string | undefined
}

export const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

export async function measureTime<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, performance.now() - began]
}
