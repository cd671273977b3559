import type { Ctx } from '#packages/core'

/** Approved leave turns `missing` marks of its lessons into leave. Returns the sessions that changed. */
export async function fillFromLeave(_ctx: Ctx, _leaveId: string): Promise<string[]> {
  return []
}

/** Leave that holds no more: what it filled is missing again in submitted sessions. */
export async function takeBackLeave(_ctx: Ctx, _leaveId: string): Promise<string[]> {
  return []
}
