import type { FastifyInstance } from 'fastify'
import type { QueryOf, Route } from '#packages/contract'
import { buildRouteUrl } from '#packages/contract/route-url.ts'
import type { Ctx } from '#packages/core'
import { askRouteGuards, refuseAccess } from './mount.ts'
import type { RequestCtx } from './portal.ts'

/** A route that a card of the data board reads. */
export interface BoardRead {
  route: Route
  query: (today: string) => unknown
  /**
   * `shared`: figures of the whole organisation that name nobody; those with the same permissions there get the same
   * answer for less than a minute, and the last one of the day while it cannot be read. `own`: the caller gets the same
   * answer for half a minute, as long as a browser would not ask again. By default it is read each time.
   */
  kept: 'shared' | 'own' | undefined
}

/** What a card of the manifest reads, so that one request answers for the whole board. */
export interface BoardReads {
  /** The id of the card. */
  key: string
  reads: readonly BoardRead[]
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    boardReads: BoardReads
  }
}

/** A read of a card. Routes that the caller may not call are left out. */
export const boardRead = <R extends object>(
  route: R,
  { query, kept }: { query?: (today: string) => QueryOf<R>; kept?: 'shared' | 'own' } = {},
): BoardRead => ({ route: route as unknown as Route, query: query ?? (() => undefined), kept })

export const getReadUrl = ({ route, query }: BoardRead, today: string) => buildRouteUrl(route, query(today))

/**
 * Answers a route for a caller who was identified for another one, in the transaction of that: the same access, the same
 * handler and the same form of the answer.
 */
export async function runRead(
  { reads }: Pick<FastifyInstance, 'reads'>,
  { ctx, own }: { ctx: Ctx; own: RequestCtx },
  route: Route,
  query: unknown,
): Promise<unknown> {
  refuseAccess(route, ctx.actor)
  await askRouteGuards(ctx, route)
  const read = reads.get(route.path)
  if (!read || route.method !== 'GET' || route.raw || route.stream) throw new Error(`${route.path} is no read`)
  return read(route.ownTransactions ? own : ctx, query)
}
