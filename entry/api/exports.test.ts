import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openObjects } from '#packages/objects/index.ts'
import { useDatabase, type World } from '#packages/testing'
import { districtId } from '#packages/core'
import { cipherFor, readKept } from '#kernel/files/server/service/contents.ts'
import { queueOf } from '#kernel/message/server/jobs.fixture.ts'
import { unpacked } from '#kernel/sheet/server/export.fixture.ts'
import { loadHouse } from '../modules.ts'
import { codeFor, type Answer } from '../testing/browser.ts'
import { doorsOf } from '../testing/doors.ts'
import { buildWorld, type People } from '../testing/world.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
const objects = mkdtempSync(join(tmpdir(), 'qiming-exports-'))
let app: FastifyInstance
let world: World & { people: People }
let doors: ReturnType<typeof doorsOf>
let queue: ReturnType<typeof queueOf>

beforeAll(async () => {
  const { QIMING_S3_ENDPOINT: _, ...rest } = process.env
  const house = await loadHouse({ ...rest, QIMING_OBJECTS_DIR: objects })
  app = await createApi(house, database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  doors = doorsOf(database, world, () => app)
  queue = queueOf(database, house.jobs as never, house.subscriptions)
})
afterAll(async () => {
  await app.close()
  rmSync(objects, { recursive: true })
})

/** Somebody at a browser, signed in. */
async function enter(role: 'school-admin' | 'head' | 'teacher') {
  const person = await doors.somebody({ roles: [role] })
  const { browser, token } = await doors.signIn(person)
  const call = async (path: string, payload?: object): Promise<Answer> =>
    (
      await browser.send(
        { method: payload ? 'POST' : 'GET', url: `/api/excel/${path}`, ...(payload ? { payload } : {}) },
        token,
      )
    ).json()
  return { person, browser, call }
}
/** What stands in the file that was written last. */
async function written() {
  const store = openObjects({ QIMING_OBJECTS_DIR: objects })
  const [file] = await database.sql<{ id: string; size: string; district: number }>(
    `select f.id, f.size, f.district_id as district from tenant.data_export e join tenant.file f on f.id = e.file_id
     order by e.asked_at desc limit 1`,
  )
  const { objects: all } = await store.list('')
  const { key } = all.find((object) => object.key.includes(file!.id))!
  // In the store it is no workbook.
  const sealed = Buffer.concat(await (await store.get(key))!.body.toArray())
  expect(sealed.subarray(0, 2).toString()).not.toBe('PK')
  const fields = await cipherFor(database.cells, districtId(file!.district))
  const body = (await readKept(store, { key, size: Number(file!.size), fields }))!
  return Object.values(await unpacked(Buffer.concat(await body.toArray()))).join()
}

it('the staff of a school with whole numbers: a reason, a code on the phone, the head’s word, and a file', async () => {
  const clerk = await enter('school-admin')
  const head = await enter('head')
  const teacher = await enter('teacher')
  const asked = { source: 'staff', filter: {}, columns: ['name', 'mobile'], isWhole: true }
  expect(await teacher.call('exportPreview', asked)).toMatchObject({ ret: -6 })
  expect(await clerk.call('exportPreview', asked)).toMatchObject({
    ret: 1,
    data: { needsApproval: true, needsReason: true, obstacle: '' },
  })
  expect(await clerk.call('export', { ...asked, reason: '' })).toMatchObject({
    ret: -1,
    msg: '请填写不少于5个字的原因',
  })
  const reason = '核对全校教职工的联系电话'
  const refused = await clerk.call('export', { ...asked, reason })
  expect(refused).toMatchObject({ ret: -7 })
  const msgId = String(refused.data['msgId'])
  await clerk.browser.post('sendMsgCode', { msgId })
  const proof = { msgId, code: await codeFor(clerk.person.phone) }
  // The code was told for whole numbers of these columns, and for nothing else.
  const wider = { ...asked, columns: ['name', 'mobile', 'idCard'], reason, ...proof }
  const stranger = await head.call('export', { ...asked, reason, ...proof })
  expect(stranger.ret).not.toBe(1)
  const again = await clerk.call('export', { ...asked, reason, ...proof })
  expect(again).toMatchObject({ ret: 1, data: { taskId: null } })
  expect((await clerk.call('export', wider)).ret).not.toBe(1)

  const id = String(again.data['id'])
  expect(await clerk.call('decideExport', { id, isAgreed: true, opinion: '' })).toMatchObject({ ret: 0 })
  expect(await head.call('decideExport', { id, isAgreed: true, opinion: '' })).toMatchObject({ ret: 1 })
  await queue.work('sheet.export')
  await queue.publishAll()
  const detail = await clerk.call(`exportDetail?id=${id}`)
  expect(detail).toMatchObject({ ret: 1, data: { state: 'done', isWhole: true, reason, columns: ['姓名', '手机'] } })
  const text = await written()
  for (const words of [clerk.person.phone, head.person.phone, reason, id]) expect(text).toContain(words)

  const masked = await clerk.call('export', { ...asked, isWhole: false, reason: '' })
  expect(masked).toMatchObject({ ret: 1 })
  await queue.work('sheet.export')
  const hidden = await written()
  expect(hidden).toContain(`139****${clerk.person.phone.slice(-4)}`)
  expect(hidden).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
})

it('whoever has no phone that a code could go to takes nothing along whole', async () => {
  const clerk = await enter('school-admin')
  await enter('head')
  await database.sql('update tenant.person set phone = null, phone_hash = null, phone_tail_hash = null where id = $1', [
    clerk.person.personId,
  ])
  const asked = { source: 'staff', filter: {}, columns: ['mobile'], isWhole: true, reason: '核对联系电话' }
  expect(await clerk.call('export', asked)).toMatchObject({ ret: 0, msg: '导出前需要短信验证，请先绑定手机号' })
})
