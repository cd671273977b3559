import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineModule, buildOpenApi, routesOf, type Route } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { defineServerModule, mount } from '#packages/http'
import { useDatabase, writeOutsideSession, type Isolation, type World } from '#packages/testing'
import { catalogueApi } from '#kernel/catalogue/contract.ts'
import { useApplyApi } from '#kernel/developer/contract-developers.ts'
import { aDeveloper, ownAppForm } from '#kernel/developer/server/example.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import { platformApi } from '#kernel/platform/contract.ts'
import { orgApi } from '#kernel/org/contract.ts'
import { dataSourceApi } from '#kernel/source/contract.ts'
import { loadModules } from '../modules.ts'
import { callEndpoint, isolationCases, isolationDeclarations, type EndpointRequest } from '../testing/endpoint-calls.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

/** Fields that once held a secret: they stay on the wire and are always empty. */
const secretFields = ['fAppSecret', 'fTempApiAccessToken', 'adminPwd', 'adminPwdConfirm', 'password']
const looksSecret = /secret|password|pwd/i
/** Secrets created for the caller and shown only in this answer. */
const shownOnce = [
  'POST /api/app/apply oneTimeSecret',
  'POST /api/app/resetSecret fAppSecret',
  // The authenticator that a platform administrator sets up; empty for developers and in the second step.
  'POST /api/developer/firstPwd secret',
  'POST /api/developer/login secret',
  'POST /api/developer/loginCode secret',
  'POST /api/developer/resetSecret fAppSecret',
  'POST /api/developer/saveMember oneTimePassword',
  'POST /api/platform/firstPwd secret',
  'POST /api/platform/login secret',
  'POST /api/platform/loginCode secret',
  'POST /api/platform/resetAdministratorPassword oneTimePassword',
  'POST /api/users/resetPwd password',
  'POST /api/users/totpBegin secret',
]

type Json = { [key: string]: unknown }

/** Every field of an answer at any depth, with its description in the contract. */
function fieldsOf(
  document: Json,
  schema: unknown,
  visit: (name: string, field: Json) => void,
  seen = new Set<string>(),
) {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref' && typeof value === 'string') {
      if (seen.has(value)) continue
      seen.add(value)
      const target = value
        .slice(2)
        .split('/')
        .reduce((at: unknown, part) => (at as Json)[part], document)
      fieldsOf(document, target, visit, seen)
    } else {
      if (key === 'properties') for (const [name, field] of Object.entries(value as Json)) visit(name, field as Json)
      fieldsOf(document, value, visit, seen)
    }
  }
}

/** Fields in which a contract allows a secret: `POST /api/app/detail fAppSecret`. */
function allowedBy(routes: readonly Route[]) {
  const document = buildOpenApi(routes, { title: '', version: '' })
  const open: string[] = []
  const named = new Set<string>()
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Json>>))
    for (const [method, operation] of Object.entries(methods))
      fieldsOf(document, operation['responses'], (name, field) => {
        if (secretFields.includes(name)) named.add(name)
        const isSecret = secretFields.includes(name) || (looksSecret.test(name) && field['type'] === 'string')
        if (isSecret && field['const'] !== '') open.push(`${method.toUpperCase()} ${path} ${name}`)
      })
  return { open: [...new Set(open)].toSorted(), named }
}

/** Secrets in an answer: a field that should be empty, or the secret itself. */
function findSecrets(body: string, secrets: readonly string[]): string[] {
  const leaks = secrets.filter((secret) => body.includes(secret)).map(() => 'the words themselves')
  JSON.parse(body, (name: string, value: unknown) => {
    if (secretFields.includes(name) && value !== '' && value !== null && value !== undefined) leaks.push(name)
    return value
  })
  return leaks
}

const loadedModules = await loadModules()
const routes = listRoutes(loadedModules)
const manifest = defineModule({ key: 'control', title: '对照', permissions: {} })
const leak = routesOf(manifest)({
  method: 'GET',
  path: '/api/control/leak',
  title: '泄露',
  access: 'staff',
  data: z.object({ fAppSecret: z.string(), remark: z.string() }),
})
let leaked = ''
const control = defineServerModule({
  manifest,
  routes: (app) => mount(app, leak, async () => ({ fAppSecret: 'x', remark: leaked })),
})

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let people: Record<string, Actor>
/** Callers outside districts. */
const outside: Record<string, string> = {}
let ownAppKey: string
const extras = new Map<Isolation, unknown>()
/** All secrets that must never be returned. */
const secrets: string[] = []
let appKey: string

/** Somebody of a district, or the token of a caller outside. */
type Sender = Actor | string
const call = async (who: Sender, route: Route, request: EndpointRequest) =>
  callEndpoint(app, route, request, `Bearer ${typeof who === 'string' ? who : await world.people.session(who)}`)
const send = async (who: Sender, route: Route, request: EndpointRequest) => (await call(who, route, request)).body

async function done<Data>(actor: Sender, route: Route, request: EndpointRequest): Promise<Data> {
  const answer = JSON.parse(await send(actor, route, request)) as { ret: number; msg: string; data: Data }
  if (answer.ret !== 1) throw new Error(`${route.path}: ${answer.ret} ${answer.msg}`)
  return answer.data
}

beforeAll(async () => {
  app = await createApi({ ...loadedModules, modules: [...loadedModules.modules, control] }, database.cells, {
    ...database.redis,
    log: false,
  })
  world = await buildWorld(database)
  const { home } = world
  const hire = (...roles: Parameters<PeopleBuilder['hire']>[2]) =>
    world.people.hire(home.districtId, home.bureauId, roles)
  people = {
    'district administrator': await hire('district-admin'),
    'security administrator': await hire('security-admin'),
    auditor: await hire('auditor'),
    'school administrator': world.owner,
    teacher: await world.people.hire(home.districtId, home.school.id, ['teacher', 'class-teacher']),
  }
  for (const isolation of isolationDeclarations) extras.set(isolation, await isolation.prepare?.(world))
  await keepSecrets(people['district administrator']!)
  await keepSecretsOutside(people['district administrator']!)
})
afterAll(() => app.close())

/** Creates an application with its secret, another one, and a data source with its password. */
async function keepSecrets(chief: Actor) {
  const form = {
    fAppKey: '',
    fAppType: 2,
    fAppName: '食堂点评',
    edition: '',
    fAppUrl: 'https://canteen.example.cn/',
    fLogo: 'coffee',
    fAuthor: '',
    fAppDescription: '给午餐打分',
    fManageOrgId: '',
    fIncludeChildOrgs: 1,
    fIps: '',
    fAppSort: 'safety',
    fPowerType: 1,
    fApiGetRole: 0,
    fMainApp: '',
    fVersion: 0,
    isSubmitted: true,
  }
  const made = await done<{ fAppKey: string; oneTimeSecret: string }>(chief, catalogueApi.apply, { body: form })
  appKey = made.fAppKey
  const renewed = await done<{ fAppSecret: string }>(chief, catalogueApi.resetSecret, {
    body: { fAppKey: appKey, graceHours: 24, reason: '' },
  })
  const password = 'Zz9-canary-of-a-database'
  await done(chief, dataSourceApi.create, {
    body: {
      name: '学籍库',
      remark: '',
      kind: 'postgresql',
      host: 'db.example.cn',
      port: 5432,
      database: 'pupils',
      userName: 'reader',
      password,
      isEncrypted: true,
    },
  })
  secrets.push(made.oneTimeSecret, renewed.fAppSecret, password)
  leaked = made.oneTimeSecret
}

/** A company with an approved application and its secret, and two people with a password that is shown once. */
async function keepSecretsOutside(chief: Actor) {
  const { accountId } = await aDeveloper(database)
  const developer = await writeOutsideSession(database, { kind: 'developer', accountId })
  const platform = await writeOutsideSession(database, { kind: 'platform' })
  Object.assign(outside, { developer, 'platform administrator': platform })
  const form = ownAppForm({ districtId: world.home.districtId })
  ownAppKey = (await done<{ key: string }>(developer, useApplyApi.apply, { body: form })).key
  await done(chief, catalogueApi.auditApply, { body: { fAppKey: ownAppKey, act: 'agree', fAuditReason: '' } })
  const body = { fAppKey: ownAppKey }
  const { fAppSecret } = await done<{ fAppSecret: string }>(developer, useApplyApi.resetSecret, { body })
  const member = { act: 'add', name: '顾新', role: 'read', phone: aPhone() }
  const added = await done<{ oneTimePassword: string }>(developer, useApplyApi.saveMember, { body: member })
  const id = newId()
  await writeOutsideSession(database, { kind: 'platform', accountId: id })
  const reset = await done<{ oneTimePassword: string }>(platform, platformApi.resetAdministratorPassword, {
    body: { id },
  })
  secrets.push(fAppSecret, added.oneTimePassword, reset.oneTimePassword)
}

/** Routes that only read: lists, details, searches. */
const readRoutes = routes.filter(
  (route) => !route.stream && route.access !== 'public' && (route.method === 'GET' || route.readOnly),
)
const requestFor = (route: Route): EndpointRequest => {
  const { isolation, expected } = isolationCases.get(route)!
  return (expected.request?.(world, extras.get(isolation)) ?? {}) as EndpointRequest
}

describe('secrets', () => {
  it('cannot be in any answer: the contracts declare their fields empty', () => {
    const { open, named } = allowedBy(routes)
    expect(open).toEqual(shownOnce)
    // A search for a renamed field would find nothing.
    expect([...named].toSorted()).toEqual(secretFields.toSorted())
  })

  it('exist: they are created, stored, and known to the test', () => {
    expect(secrets).toHaveLength(6)
    expect(secrets.every((secret) => secret.length >= 19)).toBe(true)
  })

  it.each(['district administrator', 'security administrator', 'auditor', 'school administrator', 'teacher'])(
    'are returned to no %s, by no list and no detail',
    async (who) => {
      const found: string[] = []
      let answered = 0
      for (const route of readRoutes) {
        const body = await send(people[who]!, route, requestFor(route))
        if ((JSON.parse(body) as { ret: number }).ret === 1) answered++
        found.push(...findSecrets(body, secrets).map((what) => `${route.path}: ${what}`))
      }
      expect(found).toEqual([])
      expect(answered).toBeGreaterThan(who === 'teacher' ? 25 : 40)
    },
    120_000,
  )

  it.each(['developer', 'platform administrator'])(
    'are returned to no %s, by no list and no detail',
    async (who) => {
      const found: string[] = []
      let answered = 0
      for (const route of readRoutes) {
        const request = requestFor(route)
        const query =
          request.query && 'fAppKey' in request.query ? { ...request.query, fAppKey: ownAppKey } : request.query
        const body = await send(outside[who]!, route, { ...request, ...(query && { query }) })
        if ((JSON.parse(body) as { ret: number }).ret === 1) answered++
        found.push(...findSecrets(body, secrets).map((what) => `${route.path}: ${what}`))
      }
      expect(found).toEqual([])
      const own = readRoutes.filter(({ access }) => access === (who === 'developer' ? 'developer' : 'platform'))
      expect([answered, own.length > 5]).toEqual([own.length, true])
    },
    120_000,
  )

  it('are not returned by the lists and details of the records that have one', async () => {
    const chief = people['district administrator']!
    const requests: [Route, EndpointRequest][] = [
      [catalogueApi.page, { body: {} }],
      [catalogueApi.detail, { query: { fAppKey: appKey } }],
      [catalogueApi.history, { query: { fAppKey: appKey } }],
      [dataSourceApi.list, {}],
      [orgApi.detail, { query: { fid: world.home.school.id } }],
    ]
    for (const [route, request] of requests) {
      const body = await send(chief, route, request)
      expect(body, `answered by ${route.path}`).toContain('"ret":1')
      expect(findSecrets(body, secrets), `told by ${route.path}`).toEqual([])
    }
    const detail = await done<Json>(chief, catalogueApi.detail, { query: { fAppKey: appKey } })
    expect(detail).toMatchObject({ fAppSecret: '', fTempApiAccessToken: '', hasSecret: true })
    const { items } = await done<{ items: Json[] }>(chief, dataSourceApi.list, {})
    expect(items).toContainEqual(expect.objectContaining({ name: '学籍库', userName: 'reader' }))
  })

  it('are stored nowhere in the database as plain text', async () => {
    const tables = await database.sql<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('tenant', 'reference', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    const directoryTables = await database.directorySql<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema = 'directory' and table_type = 'BASE TABLE'`,
    )
    expect(directoryTables.length).toBeGreaterThan(10)
    expect(tables.length).toBeGreaterThan(50)
    const found: string[] = []
    for (const { name } of tables)
      for (const secret of secrets) {
        const rows = await database.sql(`select from ${name} t where t::text like '%' || $1 || '%' limit 1`, [secret])
        if (rows.length > 0) found.push(name)
      }
    for (const { name } of directoryTables)
      for (const secret of secrets) {
        const text = `select from ${name} t where t::text like '%' || $1 || '%' limit 1`
        if ((await database.directorySql(text, [secret])).length > 0) found.push(name)
      }
    expect(found).toEqual([])
    // Control: the same query finds a value that is stored in plain text.
    expect(await database.sql(`select from tenant.application t where t::text like '%食堂点评%'`)).toHaveLength(1)
  })

  it('control: a route that returned one is noticed', async () => {
    expect(allowedBy([leak]).open).toEqual(['GET /api/control/leak fAppSecret'])
    const body = await send(people['teacher']!, leak, {})
    expect(findSecrets(body, secrets)).toEqual(['the words themselves', 'fAppSecret'])
  })
})

describe('caches', () => {
  const personal = /name|phone|idcard|person|user|student|guardian|mobile|email|address|birth|photo|avatar/i
  /** Names of regions and constants, and the telephone number for help. */
  const impersonal = ['fName', 'name', 'helpPhone']

  it('may keep only catalogues, which are about nobody', () => {
    const catalogues = routes.filter(({ catalogue }) => catalogue)
    expect(catalogues.map(({ path }) => path).toSorted()).toEqual([
      '/api/about',
      '/api/area/getTree',
      '/api/constant/offered',
      '/api/files/limits',
    ])
    const document = buildOpenApi(catalogues, { title: '', version: '' })
    const fields = new Set<string>()
    fieldsOf(document, document['paths'], (name) => fields.add(name))
    expect([...fields].filter((name) => personal.test(name) && !impersonal.includes(name))).toEqual([])
    for (const route of catalogues) expect(route).toMatchObject({ method: 'GET' })
    expect(catalogues.filter(({ raw, stream, secretAnswer }) => raw || stream || secretAnswer)).toEqual([])
  })

  it('get no-store with every answer of every route, but with catalogues an ETag', async () => {
    const wrong: string[] = []
    for (const route of readRoutes) {
      const { headers, body } = await call(people['school administrator']!, route, requestFor(route))
      const isKept = route.catalogue === true && (JSON.parse(body) as { ret: number }).ret === 1
      // A picture of the caller may stay for minutes on the device that shows it.
      const rule = String(headers['cache-control'])
      const isPicture = route.raw === true && /^private, max-age=\d+$/.test(rule)
      if (!isPicture && rule !== (isKept ? 'private, no-cache' : 'no-store')) wrong.push(`${route.path} ${rule}`)
      if ('etag' in headers !== isKept) wrong.push(`${route.path} ETag`)
    }
    expect(wrong).toEqual([])
  }, 120_000)
})
