import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { publish, subscribe } from './index.ts'

const leaveApproved = defineEvent('leave.approved', z.object({ leaveId: z.string(), days: z.int().optional() }), {
  description: 'A leave request was approved.',
})
const named = { name: 'meal.on-leave', title: '用餐' }

/** `pnpm check` compiles this: a mistake that were accepted would be an unused `@ts-expect-error`, an error. */
async function publishWrongly(ctx: Ctx) {
  await publish(ctx, leaveApproved, { leaveId: 'L1' })
  await publish(ctx, leaveApproved, { leaveId: 'L1', days: 2 })
  // @ts-expect-error leaveId is a string.
  await publish(ctx, leaveApproved, { leaveId: 1 })
  // @ts-expect-error leaveId is missing.
  await publish(ctx, leaveApproved, { days: 2 })
  // @ts-expect-error The event has no such property.
  await publish(ctx, leaveApproved, { leaveId: 'L1', day: 2 })
  // @ts-expect-error A name is not an event.
  await publish(ctx, 'leave.approved', { leaveId: 'L1' })
}
const subscribeWrongly = () => [
  subscribe(leaveApproved, named, async (_ctx, { leaveId, days }) => leaveId.slice(days)),
  // @ts-expect-error The event has no such property.
  subscribe(leaveApproved, named, async (_ctx, { leave }) => leave),
  // @ts-expect-error days is a number, if there is one.
  subscribe(leaveApproved, named, async (_ctx, { days }) => days.toFixed()),
  // @ts-expect-error leaveId is a string.
  subscribe(leaveApproved, named, async (_ctx, { leaveId }: { leaveId: number }) => leaveId),
  // @ts-expect-error A name is not an event.
  subscribe('leave.approved', named, async () => null),
]

it('is compiled', () => expect([publishWrongly, subscribeWrongly]).toHaveLength(2))
