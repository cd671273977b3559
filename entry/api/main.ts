import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { startOps } from '#packages/http'
import { stopSenders } from '#packages/jobs'
import { filesGateway } from '#kernel/files/server/api.ts'
import { checkIndexKey } from '#kernel/identity/server/api.ts'
import { isSessionOpen } from '#kernel/session/server/api.ts'
import { loadModules, root } from '../modules.ts'
import { readSecretFiles } from '../secret-files.ts'
import { readSettings } from '../settings.ts'
import { createApi } from './app.ts'
import { serveObjects } from './object-uploads.ts'
import { servePages } from './serve-pages.ts'
import { serveWellKnown } from './well-known.ts'

readSecretFiles(process.env)
const settings = readSettings()
openKeyring(process.env)
const cells = new Cells(settings.cells)
await checkIndexKey(cells)
const shared = { trustedProxies: settings.trustedProxies, log: { level: settings.logLevel } }
const { filesUrl, storeUrl } = settings
const loaded = await loadModules()
const app = await createApi(loaded, cells, {
  ...shared,
  redisUrl: settings.redisUrl,
  publicUrl: settings.publicUrl,
  otherHosts: settings.otherHosts,
  secureBelow: settings.secureBelow,
  streamsAtMost: settings.streamsAtMost,
  pageSources: { connect: storeUrl ? [filesUrl, storeUrl] : [filesUrl], media: [filesUrl] },
})
const files = filesGateway({ app: loaded.app, cells }, { ...shared, isSessionOpen })
await serveObjects(app, process.env)
serveWellKnown(app, settings)
await servePages(app, join(root, 'dist/web'), { hasSamples: process.env['QIMING_SAMPLES'] === 'shown' })
await app.listen({ port: settings.apiPort, host: settings.host })
await files.listen({ port: settings.filesPort, host: settings.host })
const ops = startOps(settings.apiOpsPort, settings.opsHost, {
  ready: Object.fromEntries(cells.ids.map((cell) => [`cell-${cell}`, () => cells.pool(cell).query('select 1')])),
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

/** Refuses new requests, finishes running ones, then exits. */
async function stop(signal: string) {
  app.log.info({ signal }, 'stopping')
  ops.draining = true
  await sleep(settings.drainSeconds * 1000)
  await Promise.all([app.close(), files.close()])
  await stopSenders(cells)
  await cells.end()
  ops.close()
}
