/**
 * Collects the secrets that the journeys typed or received: passwords, tokens, tickets, ID and phone numbers. At the
 * end all logs of all servers, the queues and the log tables are searched for them. Secrets that the server gave out once
 * (of applications, one-time passwords) are also searched in every table of all databases and in the storage of the browser.
 */
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BrowserContext, Request, Response } from '@playwright/test'
import { checkout, logFolder } from '../../tools/stack/stack-paths.ts'
import { postgres } from '../../tools/stack/postgres.ts'
import { e2eCell, e2eDirectory, e2eSecondCell } from './databases.ts'
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

/** What the server gives out once and stores in no readable form. */
const namesGivenOnce = new Set(['fAppSecret', 'oneTimeSecret', 'oneTimePassword'])
const givenMark = 'given:'

/** Runs before the journeys: empties the list, and ignores what PostgreSQL logged before. */
export function resetSecrets() {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  writeFileSync(mark, String(existsSync(postgresLog) ? statSync(postgresLog).size : 0))
}

/**
 * Records the secrets in the requests and answers of a browser. The returned function looks for them in the storage of the
 * open pages and saves them for the search at the end.
 */
export function collectSecrets(context: BrowserContext) {
  const found = new Set<string>()
  const given = new Set<string>()
  const reading: Promise<void>[] = []
  context.on('request', (request) => {
    for (const secret of secretsOf(request)) found.add(secret)
  })
  context.on('response', (response) => {
    if (mayGiveSecrets(response)) reading.push(readGiven(response, given))
  })
  return async () => {
    await Promise.all(reading)
    const stored = await Promise.all(context.pages().map((page) => page.evaluate<string>(readStorage).catch(() => '')))
    const lines = [...found, ...[...given].map((secret) => givenMark + secret)]
    appendFileSync(file, lines.map((line) => `${line}\n`).join(''))
    return [...given].filter((secret) => stored.some((text) => text.includes(secret)))
  }
}

const readStorage = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'
const mayGiveSecrets = (response: Response) =>
  response.request().method() === 'POST' && response.url().includes('/api/')

async function readGiven(response: Response, given: Set<string>) {
  // A page that went on has no answer any more.
  const text = await response.text().catch(() => '')
  for (const name of namesGivenOnce)
    for (const [, secret = ''] of text.matchAll(new RegExp(`"${name}":"([^"*]{8,})"`, 'g'))) given.add(secret)
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
  const lines = [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))]
  const given = lines.filter((line) => line.startsWith(givenMark)).map((line) => line.slice(givenMark.length))
  const secrets = [...lines.filter((line) => !line.startsWith(givenMark)), ...given]
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
  const databases = [e2eCell, e2eSecondCell, e2eDirectory]
  const tables = given.length === 0 ? [] : await Promise.all(databases.map((name) => findTables(name, given)))
  const hits = [
    ...secrets.flatMap((secret) =>
      logFiles.filter(({ text }) => text.includes(secret)).map(({ name }) => `${name} has ${secret.slice(0, 3)}…`),
    ),
    ...tables.flat().map((name) => `${name} has a secret that was given out once`),
  ]
  const size = logFiles.reduce((sum, { text }) => sum + text.length, 0)
  console.log(
    `secrets: ${secrets.length} in ${logFiles.length} places (${(size / 1e6).toFixed(1)} MB): ${hits.length} hits`,
  )
  console.log(`secrets given out once: ${given.length}, searched in every table of ${databases.length} databases too`)
  if (secrets.length > 0 && size === 0) throw new Error('there was nothing to look through')
  if (hits.length > 0) throw new Error(`secrets were written down:\n${hits.slice(0, 20).join('\n')}`)
}

/** The tables with a row that contains one of the secrets. */
async function findTables(database: string, secrets: readonly string[]) {
  const pattern = secrets.map((secret) => secret.replaceAll(/[^\w-]/g, (sign) => `\\${sign}`)).join('|')
  const found = await postgres().cluster.psql(
    database,
    `select c.oid::regclass from pg_class c
     where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('tenant', 'directory', 'reference', 'pub', 'pgboss')
       and query_to_xml(format('select 1 from %s t where t::text ~ %L limit 1', c.oid::regclass, $secrets$${pattern}$secrets$),
         false, true, '')::text <> ''`,
  )
  return found
    .split('\n')
    .filter(Boolean)
    .map((table) => `${database} ${table}`)
}
