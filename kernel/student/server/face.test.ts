import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { createPicture, useFaces } from './face.fixture.ts'
import { openFaceStore, createFaceKey } from './face-store.ts'
import { reviewFaces, removeFace } from './service/face/review-faces.ts'
import { listFaceStates, listFaces, getFacePhoto } from './service/face/faces.ts'
import { saveUploadedFace } from './service/face/upload-face.ts'

const database = useDatabase({ withoutDistricts: true })
const faces = useFaces(database)
const { as, own, enrol, consent, take } = faces

const everything = {
  orgId: null,
  gradeId: null,
  classId: null,
  state: undefined,
  pageNumber: 1,
  pageSize: 60,
}
const orders = (studentId: string) =>
  database.sql<{ kind: string; state: string; org_id: string }>(
    'select kind, state, org_id from tenant.face_order where student_id = $1 order by created_at, id',
    [studentId],
  )

describe('a photo', () => {
  it('is refused without consent and after its withdrawal', async () => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    const before = await faces.listStoredKeys()
    await expect(take(admin, ling!)).rejects.toThrow('请先取得监护人授权')
    await consent([ling!])
    await consent([ling!], false)
    await expect(take(admin, ling!)).rejects.toThrow('请先取得监护人授权')
    expect(await faces.listStoredKeys()).toEqual(before)
  })

  it('is discarded when the consent is withdrawn during the upload', async () => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!], false)
    const quality = { sum: '', width: 600, height: 800, sharpness: 99, brightness: 120 }
    const upload = as(admin, (ctx) =>
      saveUploadedFace(ctx, ling!, { objectKey: createFaceKey(faces.district), quality }),
    )
    await expect(upload).rejects.toThrow('请先取得监护人授权')
  })

  it('is stored encrypted, and shown to staff in charge of the pupil', async () => {
    const { admin, teacher } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!])
    const item = await take(teacher, ling!)
    expect(item).toMatchObject({
      state: 'waiting',
      hasPhoto: true,
      hasConsent: true,
      order: 'none',
      cardTail: '**5678',
    })
    const [{ object_key: key } = { object_key: '' }] = await database.sql<{ object_key: string }>(
      'select object_key from tenant.student_face where student_id = $1',
      [ling],
    )
    const sealed = await buffer((await (await openFaceStore(database)).get(key))!.body)
    expect(sealed.subarray(0, 3)).not.toEqual(Buffer.of(0xff, 0xd8, 0xff))
    for (const mark of ['JFIF', 'Exif']) expect(sealed.toString('latin1')).not.toContain(mark)
    await expect(sharp(sealed).metadata()).rejects.toThrow(Error)
    const shown = (await getFacePhoto(own(admin), { studentId: ling! })) as { type: string; bytes: Buffer }
    expect(shown.type).toBe('image/jpeg')
    expect((await sharp(shown.bytes).metadata()).format).toBe('jpeg')
    const views = await database.sql('select kind from tenant.download_log where person_id = $1 and file_id = $2', [
      admin.personId,
      key.slice(key.lastIndexOf('/') + 1),
    ])
    expect(views).toEqual([{ kind: 'view' }])
  })

  it('is re-encoded: without location, trailing data, or more than a thousand pixels', async () => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!])
    const large = await sharp(await createPicture({ width: 1200, height: 1600, sigma: 25 }))
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '30/1 15/1 0/1' } })
      .jpeg({ quality: 60 })
      .toBuffer()
    await take(admin, ling!, Buffer.concat([large, Buffer.from('<script>alert(1)</script>')]))
    const { bytes } = (await getFacePhoto(own(admin), { studentId: ling! })) as { bytes: Buffer }
    const { width, height, exif } = await sharp(bytes).metadata()
    expect([width, height, exif]).toEqual([750, 1000, undefined])
    expect(bytes.includes('somebody') || bytes.includes('<script>')).toBe(false)
  })

  it.each([
    ['照片过暗', () => createPicture({ mean: 20, sigma: 15 })],
    ['照片过亮', () => createPicture({ mean: 252, sigma: 12 })],
    ['照片过于模糊', () => createPicture({ width: 700, height: 900, blur: 12, png: true })],
    ['人脸区域过小，照片宽高不少于320像素', () => createPicture({ width: 240, height: 320, sigma: 60, png: true })],
    ['人脸区域过小，请竖拍正面免冠照', () => createPicture({ width: 600, height: 420 })],
    ['照片文件过小，请上传原图', () => createPicture({ width: 330, height: 330, sigma: 1 })],
    [
      '请上传JPG或PNG格式的照片',
      async () =>
        sharp(await createPicture())
          .webp({ lossless: true })
          .toBuffer(),
    ],
    ['请上传JPG或PNG格式的照片', async () => Buffer.from(`<html>${'x'.repeat(30_000)}`)],
    ['请上传JPG或PNG格式的照片', async () => Buffer.concat([Buffer.from('PK\x03\x04'), await createPicture()])],
    ['请上传JPG或PNG格式的照片', async () => (await createPicture()).subarray(0, 30_000)],
  ])('is refused: %s', async (message, picture) => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!])
    const before = await faces.listStoredKeys()
    await expect(take(admin, ling!, await picture())).rejects.toThrow(message)
    expect(await faces.listStoredKeys()).toEqual(before)
  })

  it('may also be a PNG', async () => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!])
    expect(await take(admin, ling!, await createPicture({ png: true, sigma: 25 }))).toMatchObject({ state: 'waiting' })
  })
})

describe('a caller without the pupil in scope', () => {
  it('finds no pupil of another school or of another class', async () => {
    const { teacher, neighbour, second } = faces.world
    const [ling] = await enrol(1)
    const [bo] = await enrol(1, second)
    await consent([ling!, bo!])
    for (const [who, studentId] of [
      [neighbour, ling!],
      [teacher, bo!],
    ] as const) {
      await expect(take(who, studentId)).rejects.toThrow('学生不存在')
      await expect(getFacePhoto(own(who), { studentId })).rejects.toThrow('学生不存在')
      await expect(as(who, (ctx) => removeFace(ctx, { studentId, reason: '' }))).rejects.toThrow('学生不存在')
      const items = [{ studentId, version: 1 }]
      await expect(as(who, (ctx) => reviewFaces(ctx, { items, passes: true, reason: '' }))).rejects.toThrow('不存在')
    }
    const seen = await as(teacher, (ctx) => listFaces(ctx, { ...everything, pageSize: 200 }))
    const names = seen.items.map(({ studentId }) => studentId)
    expect(names).toContain(ling)
    expect(names).not.toContain(bo)
    const theirs = as(neighbour, (ctx) => listFaces(ctx, { ...everything, orgId: faces.world.org.id }))
    await expect(theirs).rejects.toThrow('学校不存在')
  })
})

describe('the photo wall', () => {
  it('shows each pupil of a class in one state, and counts the states', async () => {
    const { admin, second } = faces.world
    const ids = await enrol(6, second)
    const [none, consented, waiting, passed, refused, gone] = ids as [string, string, string, string, string, string]
    await consent([consented, waiting, passed, refused, gone])
    for (const id of [waiting, passed, refused]) await take(admin, id)
    const decide = (studentId: string, passes: boolean) =>
      as(admin, (ctx) =>
        reviewFaces(ctx, { items: [{ studentId, version: 1 }], passes, reason: passes ? '' : '戴帽子' }),
      )
    await decide(passed, true)
    await decide(refused, false)
    await consent([gone], false)
    const asks = { ...everything, classId: second.classId, pageSize: 200 }
    const { items, counts, terminals } = await as(admin, (ctx) => listFaces(ctx, asks))
    const states = new Map(items.map(({ studentId, state }) => [studentId, state]))
    const expected = ['no-consent', 'none', 'waiting', 'passed', 'refused', 'withdrawn']
    expect([none, consented, waiting, passed, refused, gone].map((id) => states.get(id))).toEqual(expected)
    expect(await as(admin, (ctx) => listFaceStates(ctx, ids))).toEqual(new Map(ids.map((id, at) => [id, expected[at]])))
    expect(counts).toMatchObject({ waiting: 1, passed: 1, refused: 1, withdrawn: 1 })
    expect(terminals).toBe(0)
    const only = await as(admin, (ctx) => listFaces(ctx, { ...asks, state: 'refused' }))
    expect(only.items).toMatchObject([{ studentId: refused, reason: '戴帽子', className: '一(2)班' }])
    expect(only.counts).toEqual(counts)
  })
})

describe('a review', () => {
  it('orders terminals to upload passed photos, and counts only for the version that was seen', async () => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!])
    await take(admin, ling!)
    const { version } = await take(admin, ling!)
    const pass = (seen: number) =>
      as(admin, (ctx) => reviewFaces(ctx, { items: [{ studentId: ling!, version: seen }], passes: true, reason: '' }))
    expect(await pass(version - 1)).toEqual({ changed: 0 })
    expect(await orders(ling!)).toEqual([])
    expect(await pass(version)).toEqual({ changed: 1 })
    expect(await pass(version)).toEqual({ changed: 0 })
    expect(await orders(ling!)).toMatchObject([{ kind: 'put', state: 'waiting', org_id: faces.world.org.id }])
  })

  it('needs a reason to refuse, and refusing a passed photo orders terminals to delete it', async () => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!])
    const { version } = await take(admin, ling!)
    const decide = (seen: number, passes: boolean, reason = '') =>
      as(admin, (ctx) => reviewFaces(ctx, { items: [{ studentId: ling!, version: seen }], passes, reason }))
    await expect(decide(version, false)).rejects.toThrow('请填写不合格原因')
    await decide(version, true)
    await decide(version + 1, false, '不是本人')
    expect(await orders(ling!)).toMatchObject([
      { kind: 'put', state: 'replaced' },
      { kind: 'delete', state: 'waiting' },
    ])
  })

  it('is skipped after the consent was withdrawn', async () => {
    const { admin } = faces.world
    const [ling] = await enrol(1)
    await consent([ling!])
    const { version } = await take(admin, ling!)
    await consent([ling!], false)
    const items = [{ studentId: ling!, version }]
    expect(await as(admin, (ctx) => reviewFaces(ctx, { items, passes: true, reason: '' }))).toEqual({ changed: 0 })
  })
})
