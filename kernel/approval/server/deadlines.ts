import { findContribution, type Ctx } from '#packages/core'
import type { FlowRules } from '../contract.ts'
import type { Deadline } from './flow-state.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** When so many hours of working time of an organisation are over; its calendar is defined above this module. */
    workHours: (ctx: Ctx, orgId: string, since: Date, hours: number) => Promise<Date>
  }
}

const hourMs = 3600_000

/** The holder is reminded when this part of the time is over. */
const warnedPart = 0.8

/** The deadline of a task that arrives now, in working time or by the clock. */
export async function findDeadline(
  ctx: Ctx,
  orgId: string,
  dueHours: number | undefined,
  mode: FlowRules['dueMode'],
): Promise<Deadline> {
  if (dueHours === undefined) return { dueAt: null, warnAt: null }
  const addWorkHours = mode === 'work' ? findContribution(ctx, 'workHours') : undefined
  const after = async (hours: number) =>
    addWorkHours ? addWorkHours(ctx, orgId, ctx.now, hours) : new Date(ctx.now.getTime() + hours * hourMs)
  return {
    dueAt: (await after(dueHours)).toISOString(),
    warnAt: (await after(dueHours * warnedPart)).toISOString(),
  }
}
