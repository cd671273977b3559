import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openObjectStore } from '#packages/objects/index.ts'
import { useDatabase, type World } from '#packages/testing'
import { districtId } from '#packages/core'
import { getFilesInstallation } from '#kernel/files/server/installation.ts'
import { getDistrictCipher, readContent } from '#kernel/files/server/service/sealed-contents.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { unpackWorkbook } from '#kernel/sheet/server/export.fixture.ts'
import { loadModules } from '../modules.ts'
import { waitForSmsCode, type ApiAnswer } from '../testing/browser.ts'
import { createTestUsers } from '../testing/test-users.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const objects = mkdtempSync(join(tmpdir(), 'qiming-exports-'))
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let testUsers: ReturnType<typeof createTestUsers>
let queue: ReturnType<typeof createTestQueue>

beforeAll(async () => {
  const { QIMING_S3_ENDPOINT: _, ...rest } = process.env
  const loadedModules = await loadModules({ ...rest, QIMING_OBJECTS_DIR: objects })
  app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  database.contribute('filesInstallation', getFilesInstallation(loadedModules))
  testUsers = createTestUsers(database, world, () => app)
  queue = createTestQueue(database, loadedModules.jobs as never, loadedModules.subscriptions)
})
afterAll(async () => {
  await app.close()
  rmSync(objects, { recursive: true })
})

/** A browser with a signed-in person of this role. */
async function enter(role: 'school-admin' | 'head' | 'teacher') {
  const person = await testUsers.createUser({ roles: [role] })
  const { browser, token } = await testUsers.signIn(person)
  const send = async (url: string, payload?: object): Promise<ApiAnswer> =>
    (await browser.send({ method: payload ? 'POST' : 'GET', url, ...(payload ? { payload } : {}) }, token)).json()
  const call = (path: string, payload?: object) => send(`/api/excel/${path}`, payload)
  return { person, browser, send, call }
}
/** The content of the export file that was written last. */
async function written() {
  const store = openObjectStore({ QIMING_OBJECTS_DIR: objects })
  const [file] = await database.sql<{ id: string; size: string; district: number }>(
    `select f.id, f.size, f.district_id as district from tenant.data_export e join tenant.file f on f.id = e.file_id
     order by e.requested_at desc limit 1`,
  )
  const { objects: all } = await store.list('')
  const { key } = all.find((object) => object.key.includes(file!.id))!
  // In the store the file is encrypted, so it is not a readable workbook.
  const sealed = Buffer.concat(await (await store.get(key))!.body.toArray())
  expect(sealed.subarray(0, 2).toString()).not.toBe('PK')
  const fields = await getDistrictCipher(database.cells, districtId(file!.district))
  const body = (await readContent(store, { key, size: Number(file!.size), fields }))!
  return Object.values(await unpackWorkbook(Buffer.concat(await body.toArray()))).join()
}

it('exporting the staff of a school with unmasked numbers takes a reason, an SMS code and the approval of the head', async () => {
  const clerk = await enter('school-admin')
  const head = await enter('head')
  const teacher = await enter('teacher')
  const exportRequest = { source: 'staff', filter: {}, columns: ['name', 'mobile'], isWhole: true }
  expect(await teacher.call('exportPreview', exportRequest)).toMatchObject({ ret: -6 })
  expect(await clerk.call('exportPreview', exportRequest)).toMatchObject({
    ret: 1,
    data: { needsApproval: true, needsReason: true, obstacle: '' },
  })
  expect(await clerk.call('export', { ...exportRequest, reason: '' })).toMatchObject({
    ret: -1,
    msg: '请填写不少于5个字的原因',
  })
  const reason = '核对全校教职工的联系电话'
  const refused = await clerk.call('export', { ...exportRequest, reason })
  expect(refused).toMatchObject({ ret: -7 })
  const msgId = String(refused.data['msgId'])
  await clerk.browser.post('sendMsgCode', { msgId })
  const proof = { msgId, code: await waitForSmsCode(clerk.person.phone) }
  // The code was issued for unmasked numbers of these columns only.
  const wider = { ...exportRequest, columns: ['name', 'mobile', 'idCard'], reason, ...proof }
  const stranger = await head.call('export', { ...exportRequest, reason, ...proof })
  expect(stranger.ret).not.toBe(1)
  const again = await clerk.call('export', { ...exportRequest, reason, ...proof })
  expect(again).toMatchObject({ ret: 1, data: { taskId: null } })
  expect((await clerk.call('export', wider)).ret).not.toBe(1)

  const id = String(again.data['id'])
  expect(await clerk.call('decideExport', { id, isAgreed: true, opinion: '' })).toMatchObject({ ret: 0 })
  const inbox = await head.send('/api/flow/todoList')
  expect(inbox).toMatchObject({ ret: 1, data: { items: [{ subject: 'data-export', applicant: expect.anything() }] } })
  const [{ taskId, flowId }] = inbox.data['items'] as unknown as [{ taskId: string; flowId: string }]
  const shown = await head.send(`/api/flow/detail?flowId=${flowId}`)
  expect(shown).toMatchObject({
    ret: 1,
    data: { url: `/baseData/Exports?open=${id}`, may: expect.arrayContaining(['approve']) },
  })
  expect(JSON.stringify(shown.data)).toContain(reason)
  expect(await clerk.send('/api/flow/approve', { taskId, opinion: '' })).toMatchObject({ ret: -5 })
  expect(await head.send('/api/flow/approve', { taskId, opinion: '' })).toMatchObject({
    ret: 1,
    data: { status: 'approved' },
  })
  await queue.work('sheet.export')
  await queue.publishAll()
  const detail = await clerk.call(`exportDetail?id=${id}`)
  expect(detail).toMatchObject({ ret: 1, data: { state: 'done', isWhole: true, reason, columns: ['姓名', '手机'] } })
  const text = await written()
  for (const secret of [clerk.person.phone, head.person.phone, reason, id]) expect(text).toContain(secret)

  const masked = await clerk.call('export', { ...exportRequest, isWhole: false, reason: '' })
  expect(masked).toMatchObject({ ret: 1 })
  await queue.work('sheet.export')
  const hidden = await written()
  expect(hidden).toContain(`139****${clerk.person.phone.slice(-4)}`)
  expect(hidden).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
})

it('a person without a phone for the code cannot export unmasked numbers', async () => {
  const clerk = await enter('school-admin')
  await enter('head')
  await database.sql('update tenant.person set phone = null, phone_hash = null, phone_tail_hash = null where id = $1', [
    clerk.person.personId,
  ])
  const exportRequest = { source: 'staff', filter: {}, columns: ['mobile'], isWhole: true, reason: '核对联系电话' }
  expect(await clerk.call('export', exportRequest)).toMatchObject({ ret: 0, msg: '导出前需要短信验证，请先绑定手机号' })
})
