import { openShelf } from '#packages/cache'
import { Cells } from '#packages/db'
import { createServer, type Portal, type ServerOptions } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import { NumberLookupLimiter } from '#kernel/identity/server'
import { Callers, stillSignedIn } from '#kernel/session/server'
import type { House } from '../modules.ts'

export interface ApiOptions extends ServerOptions {
  redisUrl: string
  /** Keeps what several share one Redis for apart. */
  shelfPrefix?: string
}

/** The whole API as one Fastify: every module's routes, who is calling, and the operation log. */
export async function createApi(house: House, cells: Cells, { redisUrl, shelfPrefix, ...options }: ApiOptions) {
  const callers = new Callers()
  const shelf = openShelf(redisUrl, shelfPrefix ? { prefix: shelfPrefix } : {})
  const portal: Portal = {
    cells,
    shelf,
    identify: (...asked) => callers.identify(...asked),
    stillSignedIn,
    recordOperation: (ctx, { route, objectIds }) =>
      recordOperation(ctx, { route: route.path, title: route.title, objectIds }),
    limitLookups: ({ route, now, requestId, log }) =>
      new NumberLookupLimiter({
        cells,
        now,
        requestId,
        route: route.path,
        logError: (facts, message) => log.error(facts, message),
      }),
  }
  const app = await createServer(portal, options)
  for (const module of house.modules) module.routes?.(app)
  const stop = callers.start(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not note used sessions'),
  )
  app.addHook('onClose', async () => {
    stop()
    await callers.flush(cells).catch(() => {})
    await shelf.close()
  })
  return app
}
