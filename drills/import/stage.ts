import type { DistrictId } from '#packages/core'
import type { Running } from '../parts/process.ts'
import type { Clerk } from './clerk.ts'

/** What every part of the proof works with. */
export interface Stage {
  long: boolean
  show(what: string, isGood?: boolean): void
  /** As one who sees all districts. */
  database: string
  api: Running
  /** The one at work; whoever kills it puts the next one here. */
  worker: Running
  startWorker(settings?: Record<string, string>): Promise<Running>
  clerk: Clerk
  departments: readonly string[]
  home: DistrictId
  pictures: string | undefined
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, performance.now() - began]
}
