import { findContribution, type Ctx } from '#packages/core'
import type { FlowRules } from '../contract.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** When so many hours of working time of an organisation are over; its calendar is defined above this module. */
    workHours: (ctx: Ctx, orgId: string, since: Date, hours: number) => Promise<Date>
  }
}

const hourMs = 3600_000

/** When so many hours are over: in working time, or by the clock. */
export async function getDueTime(ctx: Ctx, orgId: string, hours: number, mode: FlowRules['dueMode']): Promise<Date> {
  const addWorkHours = mode === 'work' ? findContribution(ctx, 'workHours') : undefined
  return addWorkHours ? addWorkHours(ctx, orgId, ctx.now, hours) : new Date(ctx.now.getTime() + hours * hourMs)
}
