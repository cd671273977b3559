import type { Ret } from '#packages/core/ret.ts'

/** Every answer of ours, good or bad. */
export interface Envelope<Data = unknown> {
  ret: Ret
  msg: string
  data: Data
  /** Whole milliseconds. */
  executeTime: number
  success: boolean
}

export const envelope = (ret: Ret, msg: string, data: unknown, startedAt: number): Envelope => ({
  ret,
  msg,
  data,
  executeTime: Math.round(performance.now() - startedAt),
  success: ret === 1,
})
