import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { fileKinds } from '#kernel/files/contract.ts'
import { useFiles } from '#kernel/files/server/files.fixture.ts'
import { ethnicities } from '#kernel/dictionary/contract.ts'
import { configureDingTalkDistrict, claimDingTalkKeys } from '#kernel/workplace/server/api.ts'
import { loadModules } from '../modules.ts'
import { createBrowser } from '../testing/browser.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { readBack, tableOf, type EntityLine } from '../testing/specified-entity.ts'
import { buildWorld } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { readApplications, resetApps, readGrants } from '../testing/entities/catalogue.ts'
import { readTeacherContacts } from '../testing/entities/contacts.ts'
import { readAttachments } from '../testing/entities/files.ts'
import { callApi, type EntityContext, type EntityReader } from '../testing/entities/entity-context.ts'
import { readDayCourses } from '../testing/entities/day-course.ts'
import { readOrganisations } from '../testing/entities/organisation.ts'
import {
  readEnvelopes,
  readExamReleases,
  readPasswordForms,
  readTeachingAffairs,
} from '../testing/entities/teaching-and-exams.ts'
import {
  readClasses,
  resetSchools,
  readMyClasses,
  openSchoolToChange,
  readPeriods,
  getSchools,
  readTerms,
} from '../testing/entities/school.ts'
import {
  readQrCodesAndCaptchas,
  readForgottenPasswords,
  readLogins,
  readMenus,
  readPersonalForms,
  readWorkplaceLogins,
} from '../testing/entities/session.ts'
import { readStaffRecords } from '../testing/entities/staff.ts'
import { createPicture } from '../testing/entities/sample-values.ts'

const database = useDatabase({ withoutDistricts: true })
const all = await loadModules()
const files = useFiles(database)
let app: FastifyInstance
let context: EntityContext

beforeAll(async () => {
  const world = await buildWorld(database)
  database.contribute('filesInstallation', files.installation)
  app = await createApi({ ...all, app: database.app }, database.cells, { ...database.redis, log: false })
  const testUsers = createTestUsers(database, world, () => app)
  const dingtalk = {
    ddId: 'jia',
    corpId: 'dingdemo-corp-yunhe',
    clientId: 'dingdemo-app',
    clientSecret: 'dingdemo-secret',
  }
  await testUsers.inHome((ctx) => configureDingTalkDistrict(ctx, dingtalk))
  await claimDingTalkKeys(database.cells, world.home.districtId, dingtalk)
  const enter = async (orgId: string, role: 'district-admin' | 'school-admin') => {
    const who = await testUsers.createUser({ orgId, roles: [role] })
    return { ...who, token: (await testUsers.signIn(who, createBrowser(app, { address: '10.9.0.1' }))).token }
  }
  const chief = await enter(world.home.bureauId, 'district-admin')
  const head = await enter(world.home.school.id, 'school-admin')
  const upload: EntityContext['upload'] = async (actor, name, bytes) => (await files.upload(actor, name, bytes)).id
  context = { app, database, world, testUsers, chief, head, upload }
})
afterAll(async () => {
  resetSchools()
  resetApps()
  await app.close()
})

/** Readers that fill several entities share one set of data. */
const readers: Readonly<Record<string, EntityReader>> = {
  'the envelope and the paged list': readEnvelopes,
  'organisations, their detail and the switching tree': readOrganisations,
  'staff records and changes of place': readStaffRecords,
  'menu modules': readMenus,
  terms: readTerms,
  classes: readClasses,
  'lesson periods': readPeriods,
  'my classes and the login info': readMyClasses,
  'the lessons of a day': readDayCourses,
  'teacher contacts, the directory tree and profiles': readTeacherContacts,
  'attachments and file items': readAttachments,
  applications: readApplications,
  'shelves, shortcuts and the trees of grants': readGrants,
  'teaching-affairs permissions and users': readTeachingAffairs,
  'exam releases': readExamReleases,
  'QR codes and captchas': readQrCodesAndCaptchas,
  'forgotten passwords': readForgottenPasswords,
  'the password form': readPasswordForms,
  'the self-info form': readPersonalForms,
  'login results': readLogins,
  'workplace login results': readWorkplaceLogins,
}

const linesByReader = new Map<string, Promise<EntityLine[]>>()
/** Runs each reader once, for its own test and for the test that counts the fields, whichever comes first. */
function getLines(name: string): Promise<EntityLine[]> {
  const lines = linesByReader.get(name) ?? readers[name]!(context).then((readings) => readings.map(readBack))
  linesByReader.set(name, lines)
  return lines
}

describe('every field of the specification is returned as it was filled in', () => {
  it.each(Object.keys(readers))('%s', async (name) => {
    expect((await getLines(name)).length).toBeGreaterThan(0)
  })
})

describe('a picture of its own', () => {
  const answerTo = async (token: string, path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `/api/${path}`
    const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
    return response.json<{ ret: number; msg: string; data: Record<string, unknown> }>()
  }

  it('of a class must be uploaded by the person who saves it, and is readable with the class', async () => {
    const { chief, head, upload } = context
    const one = await openSchoolToChange(context)
    const [, two] = await getSchools(context)
    const read = async () =>
      (await callApi<{ class: Record<string, unknown> }>(context, chief.token, `jiaowu/classDetail?id=${one.classId}`))
        .class
    const before = await read()
    const save = (logoFiles: string[]) =>
      answerTo(chief.token, 'jiaowu/saveClass', {
        id: one.classId,
        gradeId: one.gradeId,
        name: before['fName'],
        code: '',
        profession: '',
        version: before['version'],
        logoFiles,
      })
    expect(await save([await upload(head, 'other.png', await createPicture())])).toMatchObject({ ret: -5 })
    expect(await save([await upload(chief, 'words.txt', Buffer.from('班徽说明'))])).toMatchObject({
      ret: -1,
      msg: '请上传图片',
    })
    expect(await read()).toMatchObject({ logoFiles: before['logoFiles'] })
    const next = await upload(chief, 'next.png', await createPicture('#ff0'))
    expect(await save([next])).toMatchObject({ ret: 1 })
    expect(await read()).toMatchObject({ logoFiles: [next], logo: expect.stringMatching(/^https?:/) })
    expect(await answerTo(one.head.token, `files/detail?id=${next}`)).toMatchObject({ ret: 1 })
    expect(await answerTo(two.head.token, `files/detail?id=${next}`)).toMatchObject({ ret: -5 })
  })

  it('of an application needs the audit, and a link from outside changes nothing', async () => {
    const { chief, head, upload } = context
    const own = await upload(chief, 'own.png', await createPicture('#0ff'))
    // In a category where no other test counts the positions.
    const form = {
      fAppType: 2,
      fAppName: '图书漂流',
      fAppUrl: 'https://books.example.cn/',
      fAuthor: '',
      fAppDescription: '借书',
      fIncludeChildOrgs: 1,
      fIps: '',
      fAppSort: 'assets',
      fPowerType: 1,
      fApiGetRole: 0,
      fMainApp: '',
    }
    const apply = (more: object) => answerTo(chief.token, 'app/apply', { ...form, ...more })
    const others = await upload(head, 'others.png', await createPicture())
    expect(await apply({ fAppKey: '', fLogo: others })).toMatchObject({ ret: -5 })
    expect(await apply({ fAppKey: '', fLogo: 'https://x.example.cn/a.png' })).toMatchObject({ ret: -1 })
    const { fAppKey } = (await apply({ fAppKey: '', fLogo: 'tool' })).data
    const agree = () => answerTo(chief.token, 'app/auditApply', { fAppKey, act: 'agree' })
    const logo = async () => (await callApi(context, chief.token, `app/detail?fAppKey=${String(fAppKey)}`))['fLogo']
    expect(await agree()).toMatchObject({ ret: 1 })
    expect(await apply({ fAppKey, fLogo: own })).toMatchObject({ ret: 1, data: { fStatus: 5 } })
    expect(await logo()).toBe('tool')
    expect(await agree()).toMatchObject({ ret: 1 })
    const link = await logo()
    expect(link).toMatch(/^https?:/)
    expect(await apply({ fAppKey, fLogo: link, fAuthor: '青禾' })).toMatchObject({ ret: 1 })
    expect(await agree()).toMatchObject({ ret: 1 })
    expect(await callApi(context, chief.token, `app/detail?fAppKey=${String(fAppKey)}`)).toMatchObject({
      fAuthor: '青禾',
      logoFiles: [own],
    })
  })
})

it('has the lists that the specification counts: 56 ethnicities and eight kinds of files', () => {
  expect(ethnicities.map(({ code }) => code)).toEqual(
    Array.from({ length: 56 }, (_, at) => String(at + 1).padStart(2, '0')),
  )
  expect([ethnicities[0]!.title, ethnicities[55]!.title]).toEqual(['汉族', '基诺族'])
  const kinds = ['image', 'video', 'audio', 'pdf', 'txt', 'word', 'ppt', 'excel'] as const
  for (const kind of kinds)
    for (const [suffix, type] of Object.entries(fileKinds[kind].types)) {
      expect(suffix).toMatch(/^[a-z0-9]+$/)
      expect(type).toMatch(/^[a-z]+\/[\w.+-]+$/)
    }
})

it('counts all fields and the filled-in ones, and lists why the others are constant', async () => {
  const lines: EntityLine[] = []
  for (const name of Object.keys(readers)) lines.push(...(await getLines(name)))
  console.log(tableOf(lines))
  expect(lines.every(({ fields, typed, made, constants }) => fields <= typed + made + constants)).toBe(true)
})
