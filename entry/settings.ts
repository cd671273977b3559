import type { CellsConfig } from '#packages/db'

type Env = Readonly<Record<string, string | undefined>>

export interface Settings {
  cells: CellsConfig
  /** The same databases with the owner role, for migrations. Only `pnpm admin` gets these. */
  owners: { directory: string | undefined; cells: ReadonlyMap<number, string> }
  redisUrl: string
  host: string
  /** The address for health checks and metrics; local unless set, because they are for operators only. */
  opsHost: string
  apiPort: number
  apiOpsPort: number
  /** Files have their own origin: its port in the API process, and its public address. */
  filesPort: number
  filesUrl: string
  /** The address at which browsers upload to the object store; undefined where files are stored in a folder. */
  storeUrl: string | undefined
  workerOpsPort: number
  trustedProxies: string[]
  /** Seconds between reporting "not ready" and stopping, so that a proxy notices. */
  drainSeconds: number
  logLevel: string
  /** The maximum number of open event streams in one process. */
  streamsAtMost: number
  /** The public address of the portal, for links that we print or send. */
  publicUrl: string
  /** Further host names of the portal, and those of them whose subdomains all have TLS. */
  otherHosts: string[]
  secureBelow: string[]
  security: SecurityContact | undefined
}

/** The contact for vulnerability reports (RFC 9116). */
export interface SecurityContact {
  contacts: string[]
  expires: Date
  policy: string | undefined
}

/** Reads all settings from the environment. A missing value stops the start, not the first request. */
export function readSettings(env: Env = process.env): Settings {
  const requireSetting = (name: string) => {
    const value = env[name]
    if (!value)
      throw new Error(
        `${name} is not set; docs/operators/settings.md lists all settings, bin/stack writes them for development`,
      )
    return value
  }
  const cells = readUrls(env, /^QIMING_CELL_(\d+)_URL$/)
  if (cells.size === 0) throw new Error('no cell is set: QIMING_CELL_1_URL and so on')
  const apiPort = Number(env['QIMING_API_PORT'] ?? 3000)
  const filesPort = Number(env['QIMING_FILES_PORT'] || 3003)
  return {
    cells: {
      directoryUrl: requireSetting('QIMING_DIRECTORY_URL'),
      cells,
      poolSize: Number(env['QIMING_POOL_SIZE'] ?? 10),
      connectTimeoutMs: Number(env['QIMING_CONNECT_TIMEOUT_MS'] ?? 2_000),
    },
    owners: { directory: env['QIMING_DIRECTORY_OWNER_URL'], cells: readUrls(env, /^QIMING_CELL_(\d+)_OWNER_URL$/) },
    redisUrl: requireSecureRedis(requireSetting('QIMING_REDIS_URL')),
    host: env['QIMING_HOST'] ?? '127.0.0.1',
    opsHost: env['QIMING_OPS_HOST'] ?? '127.0.0.1',
    apiPort,
    apiOpsPort: Number(env['QIMING_API_OPS_PORT'] ?? 3001),
    filesPort,
    filesUrl: new URL(env['QIMING_FILES_URL'] || `http://127.0.0.1:${filesPort}`).origin,
    storeUrl: readStoreUrl(env),
    workerOpsPort: Number(env['QIMING_WORKER_OPS_PORT'] ?? 3002),
    trustedProxies: (env['QIMING_TRUSTED_PROXIES'] ?? '').split(',').filter(Boolean),
    drainSeconds: Number(env['QIMING_DRAIN_SECONDS'] ?? 0),
    logLevel: env['QIMING_LOG_LEVEL'] ?? 'info',
    streamsAtMost: Number(env['QIMING_STREAMS_MAX'] ?? 5_000),
    otherHosts: splitNames(env['QIMING_OTHER_HOSTS']),
    secureBelow: splitNames(env['QIMING_HSTS_SUBDOMAINS']),
    security: readSecurityContact(env),
    publicUrl: env['QIMING_PUBLIC_URL'] ?? `http://127.0.0.1:${env['QIMING_WEB_PORT'] ?? apiPort}`,
  }
}

const splitList = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const splitNames = (text: string | undefined) => splitList(text).map((name) => name.toLowerCase())

/** Contact and expiry are set together or not at all: RFC 9116 requires an expiry. */
function readSecurityContact(env: Env): SecurityContact | undefined {
  const contacts = splitList(env['QIMING_SECURITY_CONTACT'])
  if (contacts.length === 0) return undefined
  for (const contact of contacts)
    if (!/^(mailto:|https:|tel:)/.test(contact) || !URL.canParse(contact))
      throw new Error('QIMING_SECURITY_CONTACT: each is an address that begins with mailto:, https: or tel:')
  const expires = new Date(env['QIMING_SECURITY_EXPIRES'] ?? '')
  if (Number.isNaN(expires.getTime()))
    throw new Error('QIMING_SECURITY_CONTACT needs QIMING_SECURITY_EXPIRES, a day such as 2027-06-30')
  return { contacts, expires, policy: env['QIMING_SECURITY_POLICY_URL'] || undefined }
}

/**
 * Values in Redis are sealed, but a writer could reset every rate limit. Redis on another machine therefore needs a
 * password and TLS.
 */
function requireSecureRedis(address: string): string {
  const { protocol, hostname, password } = new URL(address)
  if (/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)) return address
  if (!password || protocol !== 'rediss:')
    throw new Error('QIMING_REDIS_URL names another machine: it needs TLS and a password, rediss://:PASSWORD@HOST')
  return address
}

/** With the bucket in the host name, as in clouds, browsers upload to that name. */
function readStoreUrl(env: Env): string | undefined {
  const address = env['QIMING_S3_PUBLIC_URL'] || env['QIMING_S3_ENDPOINT']
  if (!address) return undefined
  const { protocol, host } = new URL(address)
  const bucket = env['QIMING_S3_PATH_STYLE'] === 'no' ? `${env['QIMING_S3_BUCKET'] || 'qiming'}.` : ''
  return `${protocol}//${bucket}${host}`
}

function readUrls(env: Env, pattern: RegExp): Map<number, string> {
  const found = new Map<number, string>()
  for (const [name, value] of Object.entries(env)) {
    const number = pattern.exec(name)?.[1]
    if (number && value) found.set(Number(number), value)
  }
  return found
}
