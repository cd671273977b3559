import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { fileKinds } from '#kernel/files/contract.ts'
import { useFiles } from '#kernel/files/server/files.fixture.ts'
import { ethnicities } from '#kernel/dictionary/contract.ts'
import { configureDistrict, claimKeys } from '#kernel/workplace/server'
import { loadHouse } from '../modules.ts'
import { browserOn } from '../testing/browser.ts'
import { doorsOf } from '../testing/doors.ts'
import { readBack, tableOf, type EntityLine } from '../testing/specified-entity.ts'
import { buildWorld } from '../testing/world.ts'
import { createApi } from './app.ts'
import { applications, forgetApps, grants } from '../testing/entities/catalogue.ts'
import { teacherContacts } from '../testing/entities/contacts.ts'
import { attachments } from '../testing/entities/files.ts'
import { ask, type EntityHouse, type EntityReader } from '../testing/entities/house.ts'
import { organisations } from '../testing/entities/organisation.ts'
import { envelopes, exams, passwordForms, teachingAffairs } from '../testing/entities/rest.ts'
import { classes, forgetSchools, mine, periods, schoolsOf, terms } from '../testing/entities/school.ts'
import {
  codesToLookAt,
  forgottenPasswords,
  logins,
  menus,
  personalForms,
  workplaceLogins,
} from '../testing/entities/session.ts'
import { staffRecords } from '../testing/entities/staff.ts'
import { aPicture } from '../testing/entities/words.ts'

const database = useDatabase({ withoutDistricts: true })
const all = await loadHouse()
const files = useFiles(database)
const lines: EntityLine[] = []
let app: FastifyInstance
let house: EntityHouse

beforeAll(async () => {
  app = await createApi(all, database.cells, { ...database.redis, log: false })
  const world = await buildWorld(database)
  const doors = doorsOf(database, world, () => app)
  const dingtalk = {
    ddId: 'jia',
    corpId: 'dingdemo-corp-yunhe',
    clientId: 'dingdemo-app',
    clientSecret: 'dingdemo-secret',
  }
  await doors.inHome((ctx) => configureDistrict(ctx, dingtalk))
  await claimKeys(database.cells, world.home.districtId, dingtalk)
  const enter = async (orgId: string, role: 'district-admin' | 'school-admin') => {
    const who = await doors.somebody({ orgId, roles: [role] })
    return { ...who, token: (await doors.signIn(who, browserOn(app, { address: '10.9.0.1' }))).token }
  }
  const chief = await enter(world.home.bureauId, 'district-admin')
  const head = await enter(world.home.school.id, 'school-admin')
  const upload: EntityHouse['upload'] = async (actor, name, bytes) => (await files.upload(actor, name, bytes)).id
  house = { app, database, world, doors, chief, head, upload }
})
afterAll(async () => {
  forgetSchools()
  forgetApps()
  await app.close()
})

/** Those that fill several entities by one story tell them together. The last ones change what the others stand on. */
const readers: Readonly<Record<string, EntityReader>> = {
  'the envelope and the paged list': envelopes,
  'organisations, their detail and the switching tree': organisations,
  'staff records and changes of place': staffRecords,
  'menu modules': menus,
  terms,
  classes,
  'lesson periods': periods,
  'my classes and the login info': mine,
  'teacher contacts, the directory tree and profiles': teacherContacts,
  'attachments and file items': attachments,
  applications,
  'shelves, shortcuts and the trees of grants': grants,
  'teaching-affairs permissions and users': teachingAffairs,
  'exam releases': exams,
  'QR codes and captchas': codesToLookAt,
  'forgotten passwords': forgottenPasswords,
  'the password form': passwordForms,
  'the self-info form': personalForms,
  'login results': logins,
  'workplace login results': workplaceLogins,
}

describe('every field of the specification comes back as it was filled in', () => {
  it.each(Object.entries(readers))('%s', async (_, read) => {
    const readings = await read(house)
    expect(readings.length).toBeGreaterThan(0)
    for (const reading of readings) lines.push(readBack(reading))
  })
})

describe('a picture of its own', () => {
  const answerTo = async (token: string, path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `/api/${path}`
    const response = await app.inject(payload ? { method: 'POST', url, payload, headers } : { url, headers })
    return response.json<{ ret: number; msg: string; data: Record<string, unknown> }>()
  }

  it('of a class is a picture that whoever saves it has uploaded, and is read by whoever reads the class', async () => {
    const { chief, head, upload } = house
    const [one, two] = await schoolsOf(house)
    const read = async () =>
      (await ask<{ class: Record<string, unknown> }>(house, chief.token, `jiaowu/classDetail?id=${one.classId}`)).class
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
    expect(await save([await upload(head, 'other.png', await aPicture())])).toMatchObject({ ret: -5 })
    expect(await save([await upload(chief, 'words.txt', Buffer.from('班徽说明'))])).toMatchObject({
      ret: -1,
      msg: '请上传图片',
    })
    expect(await read()).toMatchObject({ logoFiles: before['logoFiles'] })
    const next = await upload(chief, 'next.png', await aPicture('#ff0'))
    expect(await save([next])).toMatchObject({ ret: 1 })
    expect(await read()).toMatchObject({ logoFiles: [next], logo: expect.stringMatching(/^https?:/) })
    expect(await answerTo(one.head.token, `files/detail?id=${next}`)).toMatchObject({ ret: 1 })
    expect(await answerTo(two.head.token, `files/detail?id=${next}`)).toMatchObject({ ret: -5 })
  })

  it('of an application goes through the audit, and a link that was told changes nothing', async () => {
    const { chief, head, upload } = house
    const own = await upload(chief, 'own.png', await aPicture('#0ff'))
    const form = {
      fAppType: 2,
      fAppName: '图书漂流',
      fAppUrl: 'https://books.example.cn/',
      fAuthor: '',
      fAppDescription: '借书',
      fIncludeChildOrgs: 1,
      fIps: '',
      fAppSort: 'office',
      fPowerType: 1,
      fApiGetRole: 0,
      fMainApp: '',
    }
    const apply = (more: object) => answerTo(chief.token, 'app/apply', { ...form, ...more })
    const others = await upload(head, 'others.png', await aPicture())
    expect(await apply({ fAppKey: '', fLogo: others })).toMatchObject({ ret: -5 })
    expect(await apply({ fAppKey: '', fLogo: 'https://x.example.cn/a.png' })).toMatchObject({ ret: -1 })
    const { fAppKey } = (await apply({ fAppKey: '', fLogo: 'tool' })).data
    const agree = () => answerTo(chief.token, 'app/auditApply', { fAppKey, act: 'agree' })
    const logo = async () => (await ask(house, chief.token, `app/detail?fAppKey=${String(fAppKey)}`))['fLogo']
    expect(await agree()).toMatchObject({ ret: 1 })
    expect(await apply({ fAppKey, fLogo: own })).toMatchObject({ ret: 1, data: { fStatus: 5 } })
    expect(await logo()).toBe('tool')
    expect(await agree()).toMatchObject({ ret: 1 })
    const link = await logo()
    expect(link).toMatch(/^https?:/)
    expect(await apply({ fAppKey, fLogo: link, fAuthor: '青禾' })).toMatchObject({ ret: 1 })
    expect(await agree()).toMatchObject({ ret: 1 })
    expect(await ask(house, chief.token, `app/detail?fAppKey=${String(fAppKey)}`)).toMatchObject({
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

it('tells how many fields there are, how many were typed in, and why the others are constant', () => {
  console.log(tableOf(lines))
  expect(lines.every(({ fields, typed, made, constants }) => fields <= typed + made + constants)).toBe(true)
})
