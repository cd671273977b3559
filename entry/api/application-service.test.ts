import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleTemplate } from '#packages/contract'
import type { Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { loadHouse } from '../modules.ts'
import { buildWorld } from '../testing/world.ts'
import { createApi } from './app.ts'
import { routesOfHouse } from './routes-of-house.ts'
import { namesIn } from '../testing/wire-names.ts'

const house = await loadHouse()
const routes = routesOfHouse(house)
const byName = new Map(routes.map((route) => [`${route.method} ${route.path.replace('/api/app/', '')}`, route]))

const application = [
  'fAppKey',
  'fAppType',
  'fAppName',
  'fAppUrl',
  'fLogo',
  'fAuthor',
  'fAppDescription',
  'fAppSecret',
  'fRegisteTime',
  'fAuditTime',
  'fStatus',
  'fManageOrgId',
  'fIncludeChildOrgs',
  'fTempApiAccessToken',
  'fTokenExpireTime',
  'fDeveloperId',
  'fAuditReason',
  'fIps',
  'fAppSort',
  'fAppSortName',
  'fPowerType',
  'fSort',
  'fApiGetRole',
  'fMainApp',
  'mainApps',
  'mainAppKey',
  'mainAppName',
]
const openable = ['fAppKey', 'fAppName', 'fAppType', 'fLogo', 'fAppUrl', 'canLookCnt', 'appTotals']
const areas = [
  'class',
  'grade',
  'subject',
  'term',
  'gradeName',
  'classTime',
  'courseTable',
  'inSubject',
  'courseImport',
  'profession',
  'student',
  'permission',
]

/** The application service of the specification: each call with what it is asked by and what it answers. */
const specified: Readonly<Record<string, { asked: readonly string[]; told: readonly string[] }>> = {
  'POST apply': { asked: ['fAppKey', 'fAppName', 'fAppUrl', 'fAppType', 'fAppSort', 'fPowerType'], told: ['fAppKey'] },
  'POST page': { asked: ['pageNumber', 'pageSize'], told: ['itemCount', 'pageCount', 'items', ...application] },
  'GET detail': { asked: ['fAppKey'], told: application },
  'POST auditApply': { asked: ['fAppKey', 'fAuditReason'], told: ['fStatus'] },
  'POST setSort': { asked: ['appSort'], told: [] },
  'GET appList': { asked: [], told: ['fId', 'fName', 'sort', 'apps', ...openable] },
  'GET appDataList': { asked: ['dataType'], told: ['fAppKey', 'fAppName', 'value', 'asOf'] },
  'GET getTree': { asked: [], told: ['fId', 'fName', 'fPowerType', 'isApp', 'childers'] },
  'GET getAppRelationTree': {
    asked: ['type', 'objectId'],
    told: ['fId', 'fName', 'childers', 'fAppKey', 'fAppSort', 'isRelation'],
  },
  'GET getAppOrgRelationTree': { asked: ['appKey'], told: ['fOrgID', 'fName', 'fParentID', 'isRelation', 'childers'] },
  'POST saveAppRelation': { asked: ['type', 'objectId'], told: [] },
  'POST saveAppRelation2': { asked: ['type', 'fAppKey'], told: [] },
  'POST saveAppRelation3': { asked: ['type', 'fAppKey'], told: [] },
  'GET getUserRelations': { asked: ['fAppKey'], told: [] },
  'GET getShortcut': { asked: ['showDefault'], told: ['fAppKey', 'fSort', 'fAppName'] },
  'POST setShortcut': { asked: ['fAppKey', 'fSort'], told: [] },
  'GET appPerUser': { asked: ['auditorType', 'orgId'], told: [] },
  'GET appPermission': { asked: ['auditorType'], told: [] },
  'POST saveAppPer': { asked: ['auditorType', 'orgId'], told: [] },
  'POST saveJiaoWu': { asked: ['classInJiaowu'], told: [] },
  'GET jiaoWuUser': { asked: [], told: ['classInJiaowu', 'users'] },
  'GET jiaoWuPermission': { asked: [], told: [...areas, 'visit', 'functions', 'onlyCurClassData'] },
}

it('has the twenty-two calls of the application service under their names', () => {
  expect(Object.keys(specified)).toHaveLength(22)
  expect(Object.keys(specified).filter((name) => !byName.has(name))).toEqual([])
})

it.each(Object.entries(specified))('%s speaks by the names of the specification', (name, { asked, told }) => {
  const { query, body, data } = byName.get(name)!
  const askedBy = new Set([...namesIn(query), ...namesIn(body)])
  const answered = namesIn(data)
  expect(asked.filter((one) => !askedBy.has(one))).toEqual([])
  expect(told.filter((one) => !answered.has(one))).toEqual([])
})

describe('an application between a school and its district', () => {
  const database = useDatabase({ withoutDistricts: true })
  let app: FastifyInstance
  let tokens: Record<'head' | 'chief' | 'security' | 'auditor' | 'teacher' | 'otherHead', string>
  let chief: Actor
  let head: Actor
  let teacher: Actor

  beforeAll(async () => {
    app = await createApi(house, database.cells, { ...database.redis, log: false })
    const { home, people, owner } = await buildWorld(database)
    const hired = (role: RoleTemplate, orgId: string) => people.hire(home.districtId, orgId, [role])
    head = owner
    chief = await hired('district-admin', home.bureauId)
    teacher = await hired('teacher', home.school.id)
    tokens = {
      head: await people.session(head),
      chief: await people.session(chief),
      security: await people.session(await hired('security-admin', home.bureauId)),
      auditor: await people.session(await hired('auditor', home.bureauId)),
      teacher: await people.session(teacher),
      otherHead: await people.session(await hired('school-admin', home.otherSchool.id)),
    }
  })
  afterAll(() => app.close())

  const send = async <Data = Record<string, unknown>>(who: keyof typeof tokens, path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${tokens[who]}` }
    const url = `/api/app/${path}`
    const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
    return { ...response.json<{ ret: number; msg: string; data: Data }>(), body: response.body }
  }
  const form = {
    fAppKey: '',
    fAppType: 2,
    fAppName: '午餐点评',
    edition: '',
    fAppUrl: 'https://lunch.example.cn/',
    fLogo: 'coffee',
    fAuthor: '',
    fAppDescription: '给午餐打分',
    fManageOrgId: '',
    fIncludeChildOrgs: 1,
    fIps: '10.2.3.4',
    fAppSort: 'safety',
    fPowerType: 1,
    fApiGetRole: 0,
    fMainApp: '',
    fVersion: 0,
    isSubmitted: true,
  }
  const told = (actor: Actor, kind: string) =>
    database.sql<{ title: string; isOpen: boolean }>(
      `select b.title, b.closed_at is null as "isOpen" from tenant.message m
       join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id
       where m.person_id = $1 and b.kind = $2 and b.title like $3 order by b.at`,
      [actor.personId, kind, `%${form.fAppName}%`],
    )

  it('is registered, audited, opened, asked for, and used', async () => {
    const made = await send('head', 'apply', form)
    const key = String(made.data['fAppKey'])
    expect(made).toMatchObject({ ret: 1, data: { fStatus: 1 } })
    expect(await told(chief, 'todo')).toEqual([{ title: '待审核应用：午餐点评', isOpen: true }])
    expect(await send('teacher', 'open', { fAppKey: key })).toMatchObject({ ret: -5, msg: '应用不存在' })

    const decision = { fAppKey: key, act: 'agree', fAuditReason: '', fVersion: 1 }
    expect(await send('head', 'auditApply', decision)).toMatchObject({ ret: -6 })
    expect(await send('chief', 'auditApply', decision)).toMatchObject({ ret: 1, data: { fStatus: 2 } })
    expect(await send('chief', 'auditApply', decision)).toMatchObject({ ret: -9 })
    expect(await told(chief, 'todo')).toEqual([{ title: '待审核应用：午餐点评', isOpen: false }])
    expect((await told(head, 'notice')).map(({ title }) => title)).toEqual(['应用“午餐点评”审核通过'])

    expect(await send('teacher', 'request', { fAppKey: key, reason: '班里想用' })).toMatchObject({ ret: 1 })
    const asked = await send<{ items: { id: string; name: string; reason: string }[] }>(
      'head',
      'requests?status=waiting',
    )
    expect(asked.data.items).toMatchObject([{ name: '午餐点评', reason: '班里想用' }])
    const { id } = asked.data.items[0]!
    // The school keeps it, so it opens it for itself.
    expect(await send('head', 'decideRequest', { id, isAgreed: true, words: '' })).toMatchObject({ ret: 1 })
    expect((await told(teacher, 'notice')).map(({ title }) => title)).toEqual(['“午餐点评”已开通'])
    expect(await send('teacher', 'open', { fAppKey: key })).toMatchObject({
      data: { url: 'https://lunch.example.cn/' },
    })
    const counted = await send<object[]>('teacher', 'appDataList?dataType=1')
    expect(counted.data).toMatchObject([{ fAppKey: key, fAppName: '午餐点评', value: 1 }])
    expect((await send<object[]>('otherHead', 'appDataList?dataType=1')).data).toEqual([])
    expect(await send('otherHead', `detail?fAppKey=${key}`)).toMatchObject({ ret: -5 })
  })

  it('never tells its secret again, to nobody', async () => {
    const { data } = await send('head', 'apply', { ...form, fAppName: '密钥应用' })
    const key = String(data['fAppKey'])
    const next = await send('head', 'newSecret', { fAppKey: key })
    const secrets = [String(data['oneTimeSecret']), String(next.data['oneTimeSecret'])]
    expect(secrets.every((secret) => secret.length === 43)).toBe(true)
    for (const who of Object.keys(tokens) as (keyof typeof tokens)[]) {
      const answers = [
        await send(who, `detail?fAppKey=${key}`),
        await send(who, 'page', {}),
        await send(who, `history?fAppKey=${key}`),
        await send(who, 'appList'),
        await send(who, 'centre'),
      ]
      for (const { body } of answers) {
        expect(secrets.filter((secret) => body.includes(secret))).toEqual([])
        expect(body).not.toMatch(/"(fAppSecret|fTempApiAccessToken)":"[^"]/)
      }
    }
    expect((await send('head', `detail?fAppKey=${key}`)).data).toMatchObject({ fAppSecret: '', hasSecret: true })
  })
})
