import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { userInfo } from 'node:os'
import { execFileSync } from 'node:child_process'

/** The data folders and ports of this checkout's servers: another checkout gets others. */
export const checkout = resolve(import.meta.dirname, '../..')
const mark = createHash('sha256').update(checkout).digest()

// Not inside the checkout: PostgreSQL runs as its own user and needs access to all parent folders.
export const stackFolder =
  process.env['QIMING_STACK_DIR'] ?? `/var/tmp/qiming-${userInfo().username}-${mark.toString('hex', 0, 4)}`
export const logFolder = join(stackFolder, 'logs')
export const envFile = join(checkout, '.stack/env')

const basePort = Number(process.env['QIMING_STACK_PORT'] ?? 20_000 + (mark.readUInt16BE(4) % 600) * 20)
const block = Math.floor((basePort - 20_000) / 20)
export const ports = {
  postgres: basePort,
  redis: basePort + 1,
  s3: basePort + 2,
  mqtt: basePort + 3,
  cephMonitor: basePort + 4,
  api: basePort + 5,
  apiOps: basePort + 6,
  workerOps: basePort + 7,
  web: basePort + 8,
  files: basePort + 9,
  cephDisk: [basePort + 10, basePort + 17],
  sms: basePort + 18,
  dingtalk: basePort + 19,
  // The twenty ports are used; behind the last and before the first possible block each checkout has one more.
  applications: 32_000 + block,
  weather: 19_400 + block,
} as const

/** PostgreSQL refuses to run as root, so as root it runs as the user of Debian's package. */
export const postgresUser = userInfo().uid === 0 ? idsOf('postgres') : undefined

function idsOf(user: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export function makeFolder(path: string, owner?: { uid: number; gid: number }) {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}

/** Passwords and keys of this checkout's servers: random, created once, stored beside the data. */
export function secrets() {
  const file = join(stackFolder, 'secrets.json')
  if (!existsSync(file)) {
    makeFolder(stackFolder)
    const word = () => randomBytes(18).toString('base64url')
    const made = {
      postgres: word(),
      mqtt: word(),
      redis: word(),
      s3Key: word(),
      s3Secret: word(),
      master: randomBytes(32).toString('base64'),
    }
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<
    'postgres' | 'mqtt' | 'redis' | 's3Key' | 's3Secret' | 'master',
    string
  >
}
