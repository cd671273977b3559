import type { CellsConfig } from '#packages/db'

type Env = Readonly<Record<string, string | undefined>>

export interface Settings {
  cells: CellsConfig
  /** For migrating: the same databases, as their owner. Only `pnpm admin` is given these. */
  owners: { directory: string | undefined; cells: ReadonlyMap<number, string> }
  redisUrl: string
  host: string
  apiPort: number
  apiOpsPort: number
  workerOpsPort: number
  trustedProxies: string[]
  /** Between saying that it is going and going: time for a proxy to notice. */
  drainSeconds: number
  logLevel: string
  /** Where people reach us, for links that we print or send. */
  publicUrl: string
}

/** What an installation must say, all from the environment. A missing word stops the start, not the first request. */
export function readSettings(env: Env = process.env): Settings {
  const need = (name: string) => {
    const value = env[name]
    if (!value)
      throw new Error(
        `${name} is not set; docs/operators/settings.md lists all settings, bin/stack writes them for development`,
      )
    return value
  }
  const cells = urlsLike(env, /^QIMING_CELL_(\d+)_URL$/)
  if (cells.size === 0) throw new Error('no cell is set: QIMING_CELL_1_URL and so on')
  const apiPort = Number(env['QIMING_API_PORT'] ?? 3000)
  return {
    cells: { directoryUrl: need('QIMING_DIRECTORY_URL'), cells, poolSize: Number(env['QIMING_POOL_SIZE'] ?? 10) },
    owners: { directory: env['QIMING_DIRECTORY_OWNER_URL'], cells: urlsLike(env, /^QIMING_CELL_(\d+)_OWNER_URL$/) },
    redisUrl: need('QIMING_REDIS_URL'),
    host: env['QIMING_HOST'] ?? '127.0.0.1',
    apiPort,
    apiOpsPort: Number(env['QIMING_API_OPS_PORT'] ?? 3001),
    workerOpsPort: Number(env['QIMING_WORKER_OPS_PORT'] ?? 3002),
    trustedProxies: (env['QIMING_TRUSTED_PROXIES'] ?? '').split(',').filter(Boolean),
    drainSeconds: Number(env['QIMING_DRAIN_SECONDS'] ?? 0),
    logLevel: env['QIMING_LOG_LEVEL'] ?? 'info',
    publicUrl: env['QIMING_PUBLIC_URL'] ?? `http://127.0.0.1:${env['QIMING_WEB_PORT'] ?? apiPort}`,
  }
}

function urlsLike(env: Env, pattern: RegExp): Map<number, string> {
  const found = new Map<number, string>()
  for (const [name, value] of Object.entries(env)) {
    const number = pattern.exec(name)?.[1]
    if (number && value) found.set(Number(number), value)
  }
  return found
}
