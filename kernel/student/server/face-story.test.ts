import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayOf, newId, type Actor } from '#packages/core'
import { prepareQueues, startWorker } from '#packages/jobs'
import { useDatabase } from '#packages/testing'
import { buildZip, type Entry } from '#packages/archive/zip.fixture.ts'
import { faceZipBytes } from '../contract.ts'
import { createPicture, createUpload, useFaces } from './face.fixture.ts'
import { faceJobs, faceSubscriptions } from './face-jobs.ts'
import { openFaceStore, createFaceKey, encryptedContentType, getZipFolder } from './face-store.ts'
import { reviewFaces, removeFacesOfDeparted } from './service/face/review-faces.ts'
import { getFacePhoto } from './service/face/faces.ts'
import { sweepFaces } from './service/face/sweep-faces.ts'
import { insertYearPlan, markYearPlanApplied } from './year-queries.ts'
import { beginFaceZip, getFaceZipOutcome, receiveFaceZipPiece, startFaceZip } from './service/face/upload-face-zip.ts'
import { changeEnrolments } from './service/students/change-enrolments.ts'

const database = useDatabase({ withoutDistricts: true })
const faces = useFaces(database)
const { as, own, enrol, consent, take, inside } = faces
vi.setConfig({ testTimeout: 90_000 }) // runs a worker and encodes pictures, possibly on a slow machine
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 })
const quiet = { info() {}, warn() {}, error() {} }
const hours = (many: number) => new Date(Date.now() + many * 3600_000)

let worker: ReturnType<typeof startWorker>
beforeAll(async () => {
  await prepareQueues(database.url('portal_owner'), faceJobs, faceSubscriptions)
  worker = startWorker({
    app: database.app,
    cells: database.cells,
    jobs: faceJobs,
    subscriptions: faceSubscriptions,
    pollSeconds: 0.5,
    log: quiet,
  })
  await worker.ready
})
afterAll(() => worker.stop())

const orders = (studentId: string) =>
  database.sql<{ kind: string; state: string; orgId: string }>(
    'select kind, state, org_id as "orgId" from tenant.face_order where student_id = $1 order by created_at, id',
    [studentId],
  )
const rowOf = async (studentId: string) => {
  const [row] = await database.sql<{ status: string; object_key: string | null; reason: string }>(
    'select status, object_key, reason from tenant.student_face where student_id = $1',
    [studentId],
  )
  return row!
}
async function passed(actor: Actor, studentId: string) {
  await consent([studentId])
  const { version } = await take(actor, studentId)
  await as(actor, (ctx) => reviewFaces(ctx, { items: [{ studentId, version }], passes: true, reason: '' }))
  return (await rowOf(studentId)).object_key!
}

describe('withdrawn consent', () => {
  it('deletes the photo from bucket and terminals; after a new consent a new photo is sent again', async () => {
    const { admin, org } = faces.world
    const [ling, bo] = (await enrol(2)) as [string, string]
    const key = await passed(admin, ling)
    const otherKey = await passed(admin, bo)
    await consent([ling], false)
    await eventually(async () => expect(await faces.listStoredKeys()).not.toContain(key))
    expect(await faces.listStoredKeys()).toContain(otherKey)
    expect(await rowOf(ling)).toEqual({ status: 'withdrawn', object_key: null, reason: '监护人撤回授权' })
    await expect(getFacePhoto(own(admin), { studentId: ling })).rejects.toThrow('照片不存在')
    const expectedOrders = [
      { kind: 'put', state: 'replaced', orgId: org.id },
      { kind: 'delete', state: 'waiting', orgId: org.id },
    ]
    expect(await orders(ling)).toEqual(expectedOrders)
    await passed(admin, ling)
    expect((await orders(ling)).slice(1)).toEqual([
      { ...expectedOrders[1]!, state: 'replaced' },
      { ...expectedOrders[0]!, state: 'waiting' },
    ])
  })
})

describe('a departure', () => {
  it('deletes the photo, and orders the terminals of the old school to delete it', async () => {
    const { admin, org, next } = faces.world
    const [ling] = (await enrol(1)) as [string]
    const key = await passed(admin, ling)
    const to = { ...next.first, status: 'studying' } as const
    const on = dayOf(new Date())
    await inside((ctx) => changeEnrolments(ctx, [{ studentId: ling, type: 'transfer-in', on, to }]))
    await eventually(async () => expect(await faces.listStoredKeys()).not.toContain(key))
    expect((await rowOf(ling)).status).toBe('withdrawn')
    expect((await orders(ling)).filter(({ orgId }) => orgId === org.id)).toMatchObject([
      { kind: 'put', state: 'replaced' },
      { kind: 'delete', state: 'waiting' },
    ])
  })
})

describe('a departure by year change', () => {
  it('keeps the photo while the year change can be undone; then the nightly sweep removes it', async () => {
    const { admin, org } = faces.world
    const [ling] = (await enrol(1)) as [string]
    const key = await passed(admin, ling)
    const now = new Date()
    await inside(async (ctx) => {
      const plan = { id: newId(), orgId: org.id, schoolYear: 2026, personId: admin.personId }
      const input = { leavesOn: dayOf(now), newGrades: [], pupils: [] }
      await insertYearPlan(ctx.db, { ...plan, input }, now)
      await markYearPlanApplied(ctx.db, { id: plan.id, version: 1 }, now)
      const left = { studentId: ling, type: 'graduate', on: dayOf(now), to: null, planId: plan.id } as const
      await changeEnrolments(ctx, [left])
      await removeFacesOfDeparted(ctx, [ling], org.id)
    })
    const sweep = (on: Date) =>
      sweepFaces({ app: database.app, cells: database.cells, districtId: faces.district, now: on })
    await sweep(now)
    expect((await rowOf(ling)).status).toBe('passed')
    expect(await faces.listStoredKeys()).toContain(key)
    await sweep(hours(8 * 24))
    expect((await rowOf(ling)).status).toBe('withdrawn')
    await eventually(async () => expect(await faces.listStoredKeys()).not.toContain(key))
  })
})

describe('a zip of photos', () => {
  async function send(actor: Actor, bytes: Buffer) {
    const { id, pieces } = await as(actor, (ctx) => beginFaceZip(ctx, { orgId: null, bytes: bytes.length }))
    for (let piece = 0; piece < pieces; piece++) {
      const file = createUpload(bytes.subarray(piece * faceZipBytes.piece, (piece + 1) * faceZipBytes.piece))
      await receiveFaceZipPiece(own(actor), { id, piece, file })
    }
    return id
  }
  const start = (actor: Actor, id: string) => as(actor, (ctx) => startFaceZip(ctx, { id }))
  const ended = (actor: Actor, taskId: string) =>
    vi.waitFor(
      async () => (await as(actor, (ctx) => getFaceZipOutcome(ctx, { taskId }))) ?? Promise.reject(new Error()),
      {
        timeout: 300_000,
        interval: 100,
      },
    )
  const taskOf = async (taskId: string) =>
    (
      await database.sql<{ status: string; message: string }>('select status, message from tenant.task where id = $1', [
        taskId,
      ])
    )[0]!
  async function files(ids: readonly string[], picture: Buffer): Promise<Entry[]> {
    return (await faces.numbersOf(ids)).map(({ school_no }) => ({ name: `一班/${school_no}.jpg`, data: picture }))
  }

  it('matches files by 学号 and 学籍号, reports unmatched and unsuitable files, and is deleted afterwards', async () => {
    const { admin } = faces.world
    const ids = await enrol(6)
    await consent(ids.slice(0, 5))
    const picture = await createPicture()
    const entries = await files(ids, picture)
    const [first, dark, page, twin] = entries as [Entry, Entry, Entry, Entry, ...Entry[]]
    const no = first.name.match(/\d{4}/)![0]
    first.name = `G33010620150312${no}.JPG`
    dark.data = await createPicture({ mean: 15, sigma: 12 })
    page.data = '<html>'.repeat(5000)
    const litter = [
      { name: '__MACOSX/._S0001.jpg', data: 'x' },
      { name: '一班/', data: '' },
      { name: 'Thumbs.db', data: 'x' },
    ]
    const strangers = ['S9999.jpg', '王小明.jpg'].map((name) => ({ name, data: picture }))
    const again = { name: `二班/${twin.name.slice(3)}`, data: picture }
    const id = await send(admin, buildZip([...litter, ...entries, ...strangers, again]))
    const sealed = (await (await openFaceStore(database)).list(getZipFolder(faces.district))).objects
    expect(sealed.length).toBeGreaterThan(0)
    const { taskId } = await start(admin, id)
    await expect(start(admin, id)).rejects.toThrow('压缩包正在处理')
    const outcome = await ended(admin, taskId)
    expect(outcome.accepted).toBe(3)
    expect(outcome.unmatched).toEqual(['S9999.jpg', '王小明.jpg'])
    expect(outcome.refused.map(({ file, why }) => [file, why])).toEqual([
      [dark.name, '照片过暗'],
      [page.name, '请上传JPG或PNG格式的照片'],
      [entries[5]!.name, '请先取得监护人授权'],
      [again.name, '压缩包里有该学生的另一张照片'],
    ])
    await eventually(async () => {
      expect(await taskOf(taskId)).toMatchObject({ status: 'done', message: expect.stringContaining('通过检查3张') })
    })
    expect((await (await openFaceStore(database)).list(getZipFolder(faces.district))).objects).toEqual([])
    await expect(as(faces.world.teacher, (ctx) => getFaceZipOutcome(ctx, { taskId }))).rejects.toThrow('上传不存在')
    const stored = await database.sql<{ text: string }>('select row::text as text from tenant.face_zip row')
    expect(stored.some(({ text }) => text.includes(no) && text.includes('G33'))).toBe(false)
  })

  it('uploaded again does not change review decisions', async () => {
    const { admin } = faces.world
    const ids = await enrol(2)
    await consent(ids)
    const bytes = buildZip(await files(ids, await createPicture()))
    const first = await start(admin, await send(admin, bytes))
    await ended(admin, first.taskId)
    const items = ids.map((studentId) => ({ studentId, version: 1 }))
    await as(admin, (ctx) => reviewFaces(ctx, { items, passes: true, reason: '' }))
    const before = await Promise.all(ids.map(rowOf))
    const again = await start(admin, await send(admin, bytes))
    expect(await ended(admin, again.taskId)).toMatchObject({ accepted: 2, refused: [] })
    expect(await Promise.all(ids.map(rowOf))).toEqual(before)
    expect(await orders(ids[0]!)).toMatchObject([{ kind: 'put', state: 'waiting' }])
    await eventually(async () => {
      const rows = await database.sql('select from tenant.student_face where object_key is not null')
      expect(await faces.listStoredKeys()).toHaveLength(rows.length)
    })
  })

  it('of a class teacher matches only pupils of the own class', async () => {
    const { teacher, second, next } = faces.world
    const mine = await enrol(1)
    const others = [...(await enrol(1, second)), ...(await enrol(1, next.first))]
    await consent([...mine, ...others])
    const picture = await createPicture()
    const id = await send(teacher, buildZip([...(await files(mine, picture)), ...(await files(others, picture))]))
    const { taskId } = await start(teacher, id)
    expect(await ended(teacher, taskId)).toMatchObject({ accepted: 1, unmatchedCount: 2, refused: [] })
    for (const other of others) expect(await rowOf(other)).toBeUndefined()
  })

  it('continues after a crash and imports no photo twice', async () => {
    const { admin } = faces.world
    const ids = await enrol(4)
    await consent(ids)
    const id = await send(admin, buildZip(await files(ids, await createPicture())))
    await database.sql(`create or replace function tenant.break_off() returns trigger language plpgsql as
      $$ begin if new.done = 3 then raise 'the worker dies'; end if; return new; end $$`)
    await database.sql(
      'create trigger break_off before update on tenant.face_zip for each row execute function tenant.break_off()',
    )
    const { taskId } = await start(admin, id)
    await eventually(async () => {
      const [row] = await database.sql<{ done: number }>('select done from tenant.face_zip where id = $1', [id])
      expect(row!.done).toBe(2)
      const [task] = await database.sql<{ output: unknown }>(
        `select output from pgboss.job where data->'data'->>'taskId' = $1`,
        [taskId],
      )
      expect(task!.output).not.toBeNull()
    })
    await database.sql('drop trigger break_off on tenant.face_zip')
    await database.sql(`update pgboss.job set start_after = now() where data->'data'->>'taskId' = $1`, [taskId])
    expect(await ended(admin, taskId)).toMatchObject({ accepted: 4, unmatched: [], refused: [] })
    const versions = await database.sql('select version from tenant.student_face where student_id = any($1)', [ids])
    expect(versions).toEqual([1, 1, 1, 1].map((version) => ({ version })))
  })

  it('that is damaged or incomplete is refused', async () => {
    const { admin } = faces.world
    const id = await send(admin, Buffer.from('no zip at all'))
    const { taskId } = await start(admin, id)
    await eventually(async () => {
      expect(await taskOf(taskId)).toEqual({
        status: 'failed',
        message: '压缩包无法读取，请用常用压缩工具重新打包为zip',
      })
    })
    const half = await as(admin, (ctx) => beginFaceZip(ctx, { orgId: null, bytes: 100 }))
    await expect(
      receiveFaceZipPiece(own(admin), { id: half.id, piece: 0, file: createUpload(Buffer.alloc(7)) }),
    ).rejects.toThrow('文件分片不完整')
    await expect(
      receiveFaceZipPiece(own(faces.world.teacher), { id: half.id, piece: 0, file: createUpload(Buffer.alloc(100)) }),
    ).rejects.toThrow('上传不存在')
    const empty = await start(admin, half.id)
    await eventually(async () => {
      expect(await taskOf(empty.taskId)).toMatchObject({ message: '压缩包没有上传完整，请重新上传' })
    })
  })
})

describe('the nightly sweep', () => {
  const sweep = (now: Date) => sweepFaces({ app: database.app, cells: database.cells, districtId: faces.district, now })

  it('removes objects without a row, but not recent ones', async () => {
    const { admin } = faces.world
    const [ling] = (await enrol(1)) as [string]
    const known = await passed(admin, ling)
    const orphan = createFaceKey(faces.district)
    await (await openFaceStore(database)).put(orphan, 'x', encryptedContentType)
    await sweep(new Date())
    expect(await faces.listStoredKeys()).toEqual(expect.arrayContaining([known, orphan]))
    await sweep(hours(2))
    expect(await faces.listStoredKeys()).toContain(known)
    expect(await faces.listStoredKeys()).not.toContain(orphan)
  })

  it('removes photos without consent or enrolment that were missed by day', async () => {
    const { admin } = faces.world
    const [ling, bo] = (await enrol(2)) as [string, string]
    const keys = [await passed(admin, ling), await passed(admin, bo)]
    await database.sql(
      `update tenant.enrolment set valid = daterange('2026-09-01', '2026-10-01') where student_id = $1`,
      [ling],
    )
    await database.sql(
      `insert into tenant.consent (district_id, id, student_id, purpose, version, state, by_person_id, channel, created_at)
       select district_id, gen_random_uuid(), student_id, purpose, version, 'withdrawn', by_person_id, channel, now()
       from tenant.consent where student_id = $1`,
      [bo],
    )
    await sweep(new Date())
    for (const id of [ling, bo]) {
      expect((await rowOf(id)).status).toBe('withdrawn')
      expect((await orders(id)).at(-1)).toMatchObject({ kind: 'delete', state: 'waiting' })
    }
    await eventually(async () => {
      const stored = await faces.listStoredKeys()
      expect(keys.filter((key) => stored.includes(key))).toEqual([])
    })
  })
})
