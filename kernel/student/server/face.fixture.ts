import { randomUUID } from 'node:crypto'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { aUserWithRoles } from '#kernel/access/server/example.ts'
import { aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { aGrade, classOf } from '#kernel/schooling/server/example.ts'
import { dayOf, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import { readS3Settings } from '#packages/objects/index.ts'
import type { TestDatabase } from '#packages/testing'
import { createDistrict, createPlatformCtx } from '#kernel/access/server/api.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { manifest } from '../manifest.ts'
import { createFaceStore, getFaceFolder, openFaceStore } from './face-store.ts'
import { createStudents } from './service/students/create-students.ts'
import { saveConsents } from './service/family/guardian-consents.ts'
import { uploadFace } from './service/face/upload-face.ts'

/** A generated picture with the given size, sharpness and brightness. */
export const createPicture = async ({
  width = 420,
  height = 560,
  mean = 130,
  sigma = 50,
  blur = 0,
  png = false,
} = {}) => {
  const noise = { type: 'gaussian', mean, sigma } as const
  const drawn = sharp({ create: { width, height, channels: 3, background: '#888', noise } })
  const image = blur ? sharp(await drawn.png().toBuffer()).blur(blur) : drawn
  return png ? image.png().toBuffer() : image.jpeg({ quality: 95 }).toBuffer()
}
export const createUpload = (bytes: Uint8Array) => ({ name: 'a.jpg', type: 'image/jpeg', bytes })

/** A school with two classes and their staff, a second school, and a separate bucket on the real S3. */
export function useFaces(database: TestDatabase) {
  const bucket = `test-${randomUUID()}`
  let district: DistrictId
  let world: Awaited<ReturnType<typeof build>>
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(database.cells, district, (db) => work(createPlatformCtx(database.app, district, db, new Date())))

  beforeAll(async () => {
    database.contribute('faceStore', createFaceStore({ ...process.env, QIMING_S3_FACE_BUCKET: bucket }))
    database.app.manifests = [manifest]
    const founded = await createDistrict(database.app, database.cells, { name: '云禾区教育局', cell: 1 }, new Date())
    district = founded.district
    world = await inside((ctx) => build(ctx, founded.bureau))
  })
  afterAll(() => removeBucket(database, bucket))

  let count = 0
  return {
    get world() {
      return world
    },
    get district() {
      return district
    },
    inside,
    own: (actor: Actor) => database.requestCtx(actor),
    as: database.as,
    /** Creates pupils in the first class, or in the given one. */
    enrol: (many: number, at: { orgId: string; gradeId: string; classId: string } = world.first) =>
      inside((ctx) =>
        createStudents(
          ctx,
          Array.from({ length: many }, () => {
            const no = String(++count).padStart(4, '0')
            const studentNo = `G33010620150312${no}`
            return {
              name: `学生${no}`,
              sex: '女' as const,
              idKind: 'none' as const,
              studentNo,
              schoolNo: `S${no}`,
              ...at,
              seatNo: count,
              on: '2026-09-01',
              guardians: [],
              icCard: '0012345678',
            }
          }),
          { type: 'enrol' },
        ),
      ),
    consent: (studentIds: readonly string[], agrees = true) =>
      inside((ctx) => saveConsents(ctx, { studentIds, purpose: 'face', agrees, channel: 'paper' })),
    take: async (actor: Actor, studentId: string, bytes?: Uint8Array) =>
      uploadFace(database.requestCtx(actor), { studentId, file: createUpload(bytes ?? (await createPicture())) }),
    /** The keys of all photos in the bucket. */
    async listStoredKeys() {
      return (await (await openFaceStore(database)).list(getFaceFolder(district))).objects.map(({ key }) => key)
    },
    numbersOf: (ids: readonly string[]) =>
      database.sql<{ id: string; school_no: string }>(
        'select id, school_no from tenant.student where id = any($1) order by school_no',
        [ids],
      ),
  }
}

async function build(ctx: Ctx, bureau: OrgNode) {
  const school = async (name: string) => {
    const org = await aSchool(ctx, bureau, name)
    const grade = await aGrade(ctx, org, { stage: 2, startYear: 2026, classes: 2 })
    return { org, first: classOf(grade), second: classOf(grade, 1) }
  }
  const here = await school('实验小学')
  const next = await school('文澜小学')
  const admin = await aUserWithRoles(ctx, ['school-admin'], { at: here.org, name: '沈校长' })
  const teacher = await aUserWithRoles(ctx, ['class-teacher'], { at: here.org, name: '赵老师' })
  const neighbour = await aUserWithRoles(ctx, ['school-admin'], { at: next.org, name: '钱校长' })
  await setClassHeads(ctx, [{ classId: here.first.classId, userId: teacher.userId }], dayOf(ctx.now))
  return { ...here, next, admin, teacher, neighbour }
}

async function removeBucket(database: TestDatabase, Bucket: string) {
  const objects = await openFaceStore(database)
  for (;;) {
    const { objects: found } = await objects.list('')
    if (found.length === 0) break
    for (const { key } of found) await objects.delete(key)
  }
  const { endpoint, accessKey, secretKey } = readS3Settings(process.env)
  const admin = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
  await admin.send(new DeleteBucketCommand({ Bucket }))
  admin.destroy()
}
