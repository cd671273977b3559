import type { Ret } from '#packages/core/ret.ts'

/** The format of every answer. */
export interface Envelope<Data = unknown> {
  ret: Ret
  msg: string
  data: Data
  /** In whole milliseconds. */
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
