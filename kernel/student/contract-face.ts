import { z } from 'zod'
import { enumOf, idOf, intParam, optionalIdOf, pageOf, pageQuery, routesOf, upload } from '#packages/contract'
import { faceState, faceStates } from './contract-fields.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** JPG or PNG; larger files are refused before they are read. */
export const faceBytes = { least: 20_000, most: 2_000_000 }
export const facePixels = 320
/** Enough for a whole school. The pieces are encrypted before storage, so that no plain zip is ever stored. */
export const faceZipBytes = { piece: 8 * 1024 * 1024, most: 400 * 1024 * 1024 }
/** At most so many unmatched file names are returned. */
export const maxUnmatchedShown = 200

export const faceItem = z.object({
  studentId: idOf('student'),
  name: z.string(),
  sex: z.string(),
  className: z.string(),
  seatNo: z.int().nullable(),
  state: faceState,
  reason: z.string(),
  hasPhoto: z.boolean(),
  hasConsent: z.boolean(),
  uploadedAt: z.iso.datetime().nullable(),
  /** The last order to terminals (none, upload, delete), and whether they have confirmed it. */
  order: z.enum(['none', 'put', 'delete']),
  orderState: z.enum(['none', 'waiting', 'done']),
  /** The card with which the pupil enters without face recognition. */
  cardTail: z.string(),
  version: z.int(),
})
export type FaceItem = z.output<typeof faceItem>

export const faceZipOutcome = z.object({
  accepted: z.int(),
  /** File names without a matching pupil, at most 200. */
  unmatched: z.array(z.string()),
  unmatchedCount: z.int(),
  refused: z.array(z.object({ file: z.string(), name: z.string(), why: z.string() })),
})
export type FaceZipOutcome = z.output<typeof faceZipOutcome>

const base = '/api/studentFace'
const access = 'face.manage'
export const faceRoutes = {
  faces: route({
    method: 'GET',
    path: `${base}/page`,
    title: '学生人脸列表',
    access,
    query: pageQuery.extend({
      orgId: optionalIdOf('organisation'),
      gradeId: optionalIdOf('grade'),
      classId: optionalIdOf('class'),
      state: enumOf(faceStates).optional(),
      pageSize: intParam({ min: 1, max: 200 }).default(60),
    }),
    data: pageOf(faceItem).extend({
      counts: z.record(z.string(), z.int()),
      /** Registered terminals of the school: 0 until there is a device service. */
      terminals: z.int(),
    }),
  }),
  uploadFace: route({
    method: 'POST',
    path: `${base}/upload`,
    title: '上传人脸照片',
    access,
    multipart: true,
    uploadBytes: faceBytes.most,
    ownTransactions: true,
    body: z.object({
      studentId: idOf('student'),
      file: upload({ maxBytes: faceBytes.most, tooLarge: '照片不能超过2MB' }),
    }),
    data: faceItem,
  }),
  beginFaceZip: route({
    method: 'POST',
    path: `${base}/beginZip`,
    title: '开始批量上传人脸照片',
    access,
    body: z.object({
      orgId: optionalIdOf('organisation'),
      bytes: z.int().min(1, '文件为空').max(faceZipBytes.most, '压缩包不能超过400MB，请分批上传'),
    }),
    data: z.object({ id: idOf('face-zip'), pieces: z.int() }),
  }),
  /** Pieces count from 0. Sending a piece again replaces it. */
  sendFaceZipPiece: route({
    method: 'POST',
    path: `${base}/sendZip`,
    title: '上传人脸照片压缩包',
    access,
    multipart: true,
    uploadBytes: faceZipBytes.piece,
    ownTransactions: true,
    body: z.object({
      id: idOf('face-zip'),
      piece: intParam({ min: 0, max: 49 }),
      file: upload({ maxBytes: faceZipBytes.piece, tooLarge: '分片过大' }),
    }),
    data: z.null(),
  }),
  /** Starts the task after all pieces are sent. Files are named by 学籍号 or 学号. */
  startFaceZip: route({
    method: 'POST',
    path: `${base}/uploadZip`,
    title: '批量上传人脸照片',
    access,
    body: z.object({ id: idOf('face-zip') }),
    data: z.object({ taskId: idOf('task') }),
  }),
  /** Only for the uploader, for seven days; null until the task has ended. */
  faceZipOutcome: route({
    method: 'GET',
    path: `${base}/uploadResult`,
    title: '批量上传结果',
    access,
    query: z.object({ taskId: idOf('task') }),
    data: faceZipOutcome.nullable(),
  }),
  reviewFaces: route({
    method: 'POST',
    path: `${base}/audit`,
    title: '审核人脸照片',
    access,
    body: z.object({
      items: z
        .array(z.object({ studentId: idOf('student'), version: z.int() }))
        .min(1, '请选择学生')
        .max(200),
      passes: z.boolean(),
      reason: z.string().trim().max(200, '原因不超过200字').default(''),
    }),
    data: z.object({ changed: z.int() }),
  }),
  removeFace: route({
    method: 'POST',
    path: `${base}/withdraw`,
    title: '删除人脸照片',
    access,
    body: z.object({ studentId: idOf('student'), reason: z.string().trim().max(200).default('') }),
    data: z.null(),
  }),
  facePhoto: route({
    method: 'GET',
    path: `${base}/photo`,
    title: '人脸照片',
    access,
    raw: true,
    ownTransactions: true,
    query: z.object({ studentId: idOf('student') }),
    data: z.unknown(),
  }),
}
