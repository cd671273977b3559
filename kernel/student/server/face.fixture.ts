import { randomUUID } from 'node:crypto'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import type { RoleTemplate } from '#packages/contract'
import { dayOf, newId, type Actor, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { readS3Settings } from '#packages/objects/index.ts'
import type { TestDatabase } from '#packages/testing'
import {
  createDistrict,
  assignTemplates,
  getMembershipPermissions,
  createPlatformCtx,
} from '#kernel/access/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { openGrade, setClassHeads } from '#kernel/schooling/server/api.ts'
import { addMembership, findMembership } from '#kernel/staff/server/api.ts'
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
    own: (actor: Actor) =>
      ({
        app: database.app,
        actor,
        cells: database.cells,
        now: new Date(),
        requestId: newId(),
        client: { address: '127.0.0.1' },
      }) as unknown as RequestCtx,
    as: <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
      inDistrict(database.cells, actor.districtId, (db) =>
        work({ app: database.app, actor, db, now: new Date(), requestId: newId() }),
      ),
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
    take: async (actor: Actor, studentId: string, bytes?: Uint8Array) => {
      const own = { app: database.app, actor, cells: database.cells, now: new Date(), requestId: newId() } as RequestCtx
      return uploadFace(own, { studentId, file: createUpload(bytes ?? (await createPicture())) })
    },
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

async function build(ctx: Ctx, bureau: { id: string; path: string }) {
  const school = async (name: string) => {
    const org = await createOrganisation(ctx, { parent: bureau, name, type: 'school' })
    const { gradeId, classIds } = await openGrade(ctx, { orgId: org.id, stage: 2, startYear: 2026, classes: 2 })
    const at = (classId: string) => ({ orgId: org.id, gradeId, classId })
    return { org, first: at(classIds[0]!), second: at(classIds[1]!) }
  }
  const here = await school('实验小学')
  const next = await school('文澜小学')
  const hire = async (orgId: string, name: string, role: RoleTemplate): Promise<Actor> => {
    const personId = await createPerson(ctx, { name })
    const userId = await addMembership(ctx, { personId, orgId, departmentId: null, userType: 'teacher' })
    await assignTemplates(ctx, userId, [role])
    const { permissions } = await getMembershipPermissions(ctx, (await findMembership(ctx, userId))!)
    return { ...ctx.actor, kind: 'staff', accountId: newId(), personId, userId, orgId, permissions }
  }
  const admin = await hire(here.org.id, '沈校长', 'school-admin')
  const teacher = await hire(here.org.id, '赵老师', 'class-teacher')
  const neighbour = await hire(next.org.id, '钱校长', 'school-admin')
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
