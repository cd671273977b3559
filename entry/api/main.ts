import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKeyring } from '#packages/crypto'
import { Cells } from '#packages/db'
import { startOps } from '#packages/http'
import { stopSenders } from '#packages/jobs'
import { loadHouse, root } from '../modules.ts'
import { readSettings } from '../settings.ts'
import { createApi } from './app.ts'
import { servePages } from './static.ts'

const settings = readSettings()
openKeyring(process.env)
const cells = new Cells(settings.cells)
const app = await createApi(await loadHouse(), cells, {
  redisUrl: settings.redisUrl,
  trustedProxies: settings.trustedProxies,
  log: { level: settings.logLevel },
})
await servePages(app, join(root, 'dist/web'))
await app.listen({ port: settings.apiPort, host: settings.host })
const ops = startOps(settings.apiOpsPort, settings.host, {
  ready: Object.fromEntries(cells.ids.map((cell) => [`cell-${cell}`, () => cells.pool(cell).query('select 1')])),
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

/** Takes no new request, finishes those under way, and goes. */
async function stop(signal: string) {
  app.log.info({ signal }, 'stopping')
  ops.draining = true
  await sleep(settings.drainSeconds * 1000)
  await app.close()
  await stopSenders(cells)
  await cells.end()
  ops.close()
}
