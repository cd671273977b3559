/**
 * Collects the secrets that the journeys typed or received: passwords, tokens, tickets, ID and phone numbers. At the
 * end all logs of all servers, the queues and the log tables are searched for them.
 */
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BrowserContext, Request } from '@playwright/test'
import { checkout, logFolder } from '../../tools/stack/stack-paths.ts'
import { postgres } from '../../tools/stack/postgres.ts'
import { e2eCell, e2eSecondCell } from './databases.ts'
import { logDir } from './e2e-settings.ts'

const file = join(checkout, '.cache/e2e-secrets.txt')
const mark = join(checkout, '.cache/e2e-postgres-log.txt')
const postgresLog = join(logFolder, 'postgres.log')

const names = new Set([
  'userPwd',
  'password',
  'oldPwd',
  'newPwd',
  'confirmPwd',
  'idCard',
  'fidCard',
  'phone',
  'fPhone',
  'ticket',
  'token',
  'msgId',
  'codeKey',
  'checkKey',
  'dingdingID',
])

/** Runs before the journeys: empties the list, and ignores what PostgreSQL logged before. */
export function resetSecrets() {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  writeFileSync(mark, String(existsSync(postgresLog) ? statSync(postgresLog).size : 0))
}

/** Records the secrets in the requests of a browser; the returned function saves them for the search at the end. */
export function collectSecrets(context: BrowserContext) {
  const found = new Set<string>()
  context.on('request', (request) => {
    for (const secret of secretsOf(request)) found.add(secret)
  })
  return () => appendFileSync(file, [...found].map((secret) => `${secret}\n`).join(''))
}

function secretsOf(request: Request): string[] {
  if (!request.url().includes('/api/')) return []
  const token = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '')?.[1]
  return [...(token ? [token] : []), ...valuesIn(request.postData())].filter((secret) => secret.length >= 8)
}

function valuesIn(text: string | null): string[] {
  try {
    const body = JSON.parse(text ?? '{}') as Record<string, unknown>
    return Object.entries(body).flatMap(([name, value]) =>
      names.has(name) && typeof value === 'string' ? [value] : [],
    )
  } catch {
    return []
  }
}

/** Runs after the journeys: none of the secrets may be in a log. */
export default async function searchForSecrets() {
  const secrets = [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))]
  const logFiles = globSync('{*.log,nginx/*.log}', { cwd: logDir }).map((name) => ({
    name,
    text: readFileSync(join(logDir, name), 'utf8'),
  }))
  logFiles.push({
    name: 'postgres.log',
    text: readFileSync(postgresLog)
      .subarray(Number(readFileSync(mark, 'utf8')))
      .toString(),
  })
  const { cluster } = postgres()
  for (const table of [
    'pgboss.job',
    'tenant.operation_log',
    'tenant.login_log',
    'tenant.login_end',
    'tenant.account_sms',
    'tenant.api_call_log',
    'tenant.identity_log',
    'tenant.security_event',
    'tenant.event',
  ])
    for (const cell of [e2eCell, e2eSecondCell])
      logFiles.push({ name: table, text: await cluster.psql(cell, `select row_to_json(t) from ${table} t`) })
  const hits = secrets.flatMap((secret) =>
    logFiles.filter(({ text }) => text.includes(secret)).map(({ name }) => `${name} has ${secret.slice(0, 3)}…`),
  )
  const size = logFiles.reduce((sum, { text }) => sum + text.length, 0)
  console.log(
    `secrets: ${secrets.length} in ${logFiles.length} places (${(size / 1e6).toFixed(1)} MB): ${hits.length} hits`,
  )
  if (secrets.length > 0 && size === 0) throw new Error('there was nothing to look through')
  if (hits.length > 0) throw new Error(`secrets were written down:\n${hits.slice(0, 20).join('\n')}`)
}
