import { z } from 'zod'
import { enumOf, labels, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const base = '/api/dataCentre'

const placedCard = z.object({
  id: z.string().min(1).max(60),
  isHidden: z.boolean(),
  /** Users can neither hide nor move it. */
  isLocked: z.boolean(),
})
export type PlacedCard = z.output<typeof placedCard>

export const layoutOwners = labels({ user: '我的看板', org: '本单位看板' })
export type LayoutOwner = keyof typeof layoutOwners

const owner = enumOf(layoutOwners)
const done = z.null()

const board = z.object({
  orgId: z.string(),
  readAt: z.iso.datetime(),
  /** The cards of this caller in their order, with the hidden ones. */
  cards: z.array(
    placedCard.extend({
      /** False: one of its reads failed. Then it shows what was read at `staleSince`, if anything. */
      ok: z.boolean(),
      staleSince: z.iso.datetime().nullable(),
    }),
  ),
  /** Whether the user has arranged the board, and may arrange that of the organisation. */
  isArranged: z.boolean(),
  mayManage: z.boolean(),
  /** The answers that the cards would get at these addresses. */
  reads: z.array(
    z.object({ url: z.string(), ret: z.int(), msg: z.string(), data: z.unknown(), asOf: z.iso.datetime() }),
  ),
})
export type Board = z.output<typeof board>

export const dataCentreApi = {
  board: route({
    method: 'GET',
    path: `${base}/board`,
    title: '数据看板',
    access: 'staff',
    // Figures of the organisation come from Redis, the others from one transaction.
    ownTransactions: true,
    data: board,
  }),
  saveBoard: route({
    method: 'POST',
    path: `${base}/saveBoard`,
    title: '保存看板布局',
    access: 'staff',
    body: z.object({ owner, cards: z.array(placedCard).min(1).max(100) }),
    data: done,
    done: '已保存',
  }),
  resetBoard: route({
    method: 'POST',
    path: `${base}/resetBoard`,
    title: '恢复默认看板',
    access: 'staff',
    body: z.object({ owner }),
    data: done,
    done: '已恢复默认',
  }),
}
