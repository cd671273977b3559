import { openEphemeralStore } from '#packages/cache'
import { getContribution, Ret } from '#packages/core'
import { Cells, onLocalSessionsEnded } from '#packages/db'
import { createServer, type Portal, type ServerOptions } from '#packages/http'
import {
  openApiCallLog,
  openLogReads,
  recordOperationAtEnd,
  SecurityEvents,
  type RefusedAttempt,
} from '#kernel/audit/server/api.ts'
import type { OpenCall } from '#kernel/developer/server/api.ts'
import { identifyOutsideCaller, NumberLookupLimiter } from '#kernel/identity/server/api.ts'
import { findDistrictByAddress } from '#kernel/org/server/api.ts'
import { Callers, listLiveTokenHashes } from '#kernel/session/server/api.ts'
import { mountModules, type LoadedModules } from '../modules.ts'

export interface ApiOptions extends ServerOptions {
  redisUrl: string
  /** Separates several users of one Redis server. */
  ephemeralStorePrefix?: string
}

/** Refusals that normal use of our pages never or seldom causes; they are recorded as security events. */
const refusalKinds: Readonly<Partial<Record<Ret, RefusedAttempt['kind']>>> = {
  [Ret.forbidden]: 'forbidden',
  [Ret.wrongAudience]: 'forbidden',
  [Ret.notFound]: 'not-found',
  [Ret.tooMany]: 'too-many',
}

/** The whole API as one Fastify instance: the routes of every module, authentication and the operation log. */
export async function createApi(
  loadedModules: LoadedModules,
  cells: Cells,
  { redisUrl, ephemeralStorePrefix, ...options }: ApiOptions,
) {
  const callers = new Callers(loadedModules.app)
  const openCallers = getContribution(loadedModules, 'openCallers')
  const ephemeralStore = openEphemeralStore(redisUrl, ephemeralStorePrefix ? { prefix: ephemeralStorePrefix } : {})
  const events = new SecurityEvents(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not write down what was refused'),
  )
  const calls = openApiCallLog(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not log calls of open interfaces'),
  )
  const logReads = openLogReads(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not log who read a log'),
  )
  const recordCall = (_: unknown, { districtId, title, message: _message, ...call }: OpenCall) =>
    // No interface is about chosen organisations yet; the page of the log does not show their number.
    calls.note(districtId, { ...call, interface: title, orgCount: 0 })
  const { contributions } = loadedModules.app
  const openCallRecorders = [...(contributions.openCallRecorders ?? []), recordCall]
  const portal: Portal = {
    app: { ...loadedModules.app, contributions: { ...contributions, openCallRecorders, logReads: [logReads] } },
    cells,
    ephemeralStore,
    identify: (...args) => callers.identify(...args),
    recallCaller: (...args) => callers.recall(...args),
    identifyOutside: (hash, now, isUnattended) => identifyOutsideCaller(cells, hash, now, isUnattended),
    listLiveTokenHashes,
    forgetCallers: (ids) => {
      callers.forget(ids)
      openCallers.forget(ids)
    },
    findDistrictByHost: (host) => findDistrictByAddress(cells, host),
    recordOperation: (ctx, { route, objectIds }) =>
      recordOperationAtEnd(ctx, { route: route.path, title: route.title, objectIds }),
    recordRefused: ({ ret, trace, route, ...refused }) => {
      const kind = trace ?? refusalKinds[ret]
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
  mountModules(app, loadedModules.modules)
  const stop = callers.start(cells, (error) =>
    app.log.warn({ error: (error as Error).message }, 'could not note used sessions'),
  )
  // Applications are signalled like people.
  const stopHearing = onLocalSessionsEnded((ids) => openCallers.forget(ids))
  app.addHook('onClose', async () => {
    stop()
    stopHearing()
    await callers.flush(cells).catch(() => {})
    await events.close()
    await calls.close()
    await logReads.close()
    await ephemeralStore.close()
  })
  return app
}
