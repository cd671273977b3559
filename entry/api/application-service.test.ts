import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleTemplate } from '#packages/contract'
import type { Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { buildWorld } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'
import { listWireNames } from '../testing/wire-names.ts'

const loadedModules = await loadModules()
const routes = listRoutes(loadedModules)
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

/** The application service of the specification: the request and answer fields of each call. */
const specified: Readonly<Record<string, { requestNames: readonly string[]; answerNames: readonly string[] }>> = {
  'POST apply': {
    requestNames: ['fAppKey', 'fAppName', 'fAppUrl', 'fAppType', 'fAppSort', 'fPowerType'],
    answerNames: ['fAppKey'],
  },
  'POST page': {
    requestNames: ['pageNumber', 'pageSize'],
    answerNames: ['itemCount', 'pageCount', 'items', ...application],
  },
  'GET detail': { requestNames: ['fAppKey'], answerNames: application },
  'POST auditApply': { requestNames: ['fAppKey', 'fAuditReason'], answerNames: ['fStatus'] },
  'POST setSort': { requestNames: ['appSort'], answerNames: [] },
  'GET appList': { requestNames: [], answerNames: ['fId', 'fName', 'sort', 'apps', ...openable] },
  'GET appDataList': { requestNames: ['dataType'], answerNames: ['fAppKey', 'fAppName', 'value', 'asOf'] },
  'GET getTree': { requestNames: [], answerNames: ['fId', 'fName', 'fPowerType', 'isApp', 'childers'] },
  'GET getAppRelationTree': {
    requestNames: ['type', 'objectId'],
    answerNames: ['fId', 'fName', 'childers', 'fAppKey', 'fAppSort', 'isRelation'],
  },
  'GET getAppOrgRelationTree': {
    requestNames: ['appKey'],
    answerNames: ['fOrgID', 'fName', 'fParentID', 'isRelation', 'childers'],
  },
  'POST saveAppRelation': { requestNames: ['type', 'objectId'], answerNames: [] },
  'POST saveAppRelation2': { requestNames: ['type', 'fAppKey'], answerNames: [] },
  'POST saveAppRelation3': { requestNames: ['type', 'fAppKey'], answerNames: [] },
  'GET getUserRelations': { requestNames: ['fAppKey'], answerNames: [] },
  'GET getShortcut': { requestNames: ['showDefault'], answerNames: ['fAppKey', 'fSort', 'fAppName'] },
  'POST setShortcut': { requestNames: ['fAppKey', 'fSort'], answerNames: [] },
  'GET appPerUser': { requestNames: ['auditorType', 'orgId'], answerNames: [] },
  'GET appPermission': { requestNames: ['auditorType'], answerNames: [] },
  'POST saveAppPer': { requestNames: ['auditorType', 'orgId'], answerNames: [] },
  'POST saveJiaoWu': { requestNames: ['classInJiaowu'], answerNames: [] },
  'GET jiaoWuUser': { requestNames: [], answerNames: ['classInJiaowu', 'users'] },
  'GET jiaoWuPermission': { requestNames: [], answerNames: [...areas, 'visit', 'functions', 'onlyCurClassData'] },
}

it('has the twenty-two calls of the application service under their names', () => {
  expect(Object.keys(specified)).toHaveLength(22)
  expect(Object.keys(specified).filter((name) => !byName.has(name))).toEqual([])
})

it.each(Object.entries(specified))(
  '%s uses the field names of the specification',
  (name, { requestNames, answerNames }) => {
    const { query, body, data } = byName.get(name)!
    const takenNames = new Set([...listWireNames(query), ...listWireNames(body)])
    const answered = listWireNames(data)
    expect(requestNames.filter((one) => !takenNames.has(one))).toEqual([])
    expect(answerNames.filter((one) => !answered.has(one))).toEqual([])
  },
)

describe('an application shared by a school and its district', () => {
  const database = useDatabase({ withoutDistricts: true })
  let app: FastifyInstance
  let tokens: Record<'head' | 'chief' | 'security' | 'auditor' | 'teacher' | 'otherHead', string>
  let chief: Actor
  let head: Actor
  let teacher: Actor

  beforeAll(async () => {
    app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
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
  const answerNames = (actor: Actor, kind: string) =>
    database.sql<{ title: string; isOpen: boolean }>(
      `select b.title, b.closed_at is null as "isOpen" from tenant.message m
       join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id
       where m.person_id = $1 and b.kind = $2 and b.title like $3 order by b.at`,
      [actor.personId, kind, `%${form.fAppName}%`],
    )

  it('is registered, audited, opened, requested and used', async () => {
    const made = await send('head', 'apply', form)
    const key = String(made.data['fAppKey'])
    expect(made).toMatchObject({ ret: 1, data: { fStatus: 1 } })
    expect(await answerNames(chief, 'todo')).toEqual([{ title: '待审批：应用“午餐点评”登记', isOpen: true }])
    expect(await send('teacher', 'open', { fAppKey: key })).toMatchObject({ ret: -5, msg: '应用不存在' })

    const decision = { fAppKey: key, act: 'agree', fAuditReason: '', fVersion: 1 }
    expect(await send('head', 'auditApply', decision)).toMatchObject({ ret: -6 })
    expect(await send('chief', 'auditApply', decision)).toMatchObject({ ret: 1, data: { fStatus: 2 } })
    expect(await send('chief', 'auditApply', decision)).toMatchObject({ ret: -9 })
    expect(await answerNames(chief, 'todo')).toEqual([{ title: '待审批：应用“午餐点评”登记', isOpen: false }])
    expect((await answerNames(head, 'notice')).map(({ title }) => title)).toEqual(['已通过：应用“午餐点评”登记'])

    expect(await send('teacher', 'request', { fAppKey: key, reason: '班里想用' })).toMatchObject({ ret: 1 })
    const requestNames = await send<{ items: { id: string; name: string; reason: string }[] }>(
      'head',
      'requests/list?status=waiting',
    )
    expect(requestNames.data.items).toMatchObject([{ name: '午餐点评', reason: '班里想用' }])
    const { id } = requestNames.data.items[0]!
    // The school owns the application, so the school opens it for itself.
    expect(await send('head', 'decideRequest', { id, isAgreed: true, reply: '' })).toMatchObject({ ret: 1 })
    expect((await answerNames(teacher, 'notice')).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^已通过：.*申请开通“午餐点评”$/),
    ])
    expect(await send('teacher', 'open', { fAppKey: key })).toMatchObject({
      data: { url: 'https://lunch.example.cn/' },
    })
    const counted = await send<object[]>('teacher', 'appDataList?dataType=1')
    const counter = expect.objectContaining({ fAppKey: key }) as object
    expect(counted.data).toContainEqual(expect.objectContaining({ fAppKey: key, fAppName: '午餐点评', value: 1 }))
    expect((await send<object[]>('otherHead', 'appDataList?dataType=1')).data).not.toContainEqual(counter)
    expect(await send('otherHead', `detail?fAppKey=${key}`)).toMatchObject({ ret: -5 })
  })

  it('never shows its secret again, to anybody', async () => {
    const { data } = await send('head', 'apply', { ...form, fAppName: '密钥应用' })
    const key = String(data['fAppKey'])
    const next = await send('head', 'resetSecret', { fAppKey: key })
    const secrets = [String(data['oneTimeSecret']), String(next.data['fAppSecret'])]
    expect(secrets.every((secret) => secret.length === 43)).toBe(true)
    for (const who of Object.keys(tokens) as (keyof typeof tokens)[]) {
      const answers = [
        await send(who, `detail?fAppKey=${key}`),
        await send(who, 'page', {}),
        await send(who, `history?fAppKey=${key}`),
        await send(who, `secrets?fAppKey=${key}`),
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
