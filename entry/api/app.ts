import { openShelf } from '#packages/cache'
import { Ret } from '#packages/core'
import { Cells } from '#packages/db'
import { createServer, type Portal, type ServerOptions } from '#packages/http'
import { recordOperation, SecurityEvents, type Attempt } from '#kernel/audit/server'
import { NumberLookupLimiter } from '#kernel/identity/server'
import { districtOfAddress } from '#kernel/org/server'
import { Callers, stillSignedIn } from '#kernel/session/server'
import type { House } from '../modules.ts'

export interface ApiOptions extends ServerOptions {
  redisUrl: string
  /** Keeps what several share one Redis for apart. */
  shelfPrefix?: string
}

/** Refusals that nobody meets who only uses our pages, or seldom. */
const kindsOfRet: Readonly<Partial<Record<Ret, Attempt['kind']>>> = {
  [Ret.forbidden]: 'forbidden',
  [Ret.wrongAudience]: 'forbidden',
  [Ret.notFound]: 'not-found',
  [Ret.tooMany]: 'too-many',
}

/** The whole API as one Fastify: every module's routes, who is calling, and the operation log. */
export async function createApi(house: House, cells: Cells, { redisUrl, shelfPrefix, ...options }: ApiOptions) {
  const callers = new Callers()
  const shelf = openShelf(redisUrl, shelfPrefix ? { prefix: shelfPrefix } : {})
  const events = new SecurityEvents(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not write down what was refused'),
  )
  const portal: Portal = {
    cells,
    shelf,
    identify: (...asked) => callers.identify(...asked),
    stillSignedIn,
    forgetCallers: (personIds) => callers.forget(personIds),
    districtAt: (host) => districtOfAddress(cells, host),
    recordOperation: (ctx, { route, objectIds }) =>
      recordOperation(ctx, { route: route.path, title: route.title, objectIds }),
    noteRefused: ({ ret, trace, route, ...refused }) => {
      const kind = trace ?? kindsOfRet[ret]
      if (kind) events.note({ kind, route: route.path, title: route.title, ...refused })
    },
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
    await events.close()
    await shelf.close()
  })
  return app
}
