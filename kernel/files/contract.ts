import { z } from 'zod'
import { enumOf, field, idOf, routesOf, wireObject } from '#packages/contract'
import { fileKinds } from './contract-types.ts'
import { manifest } from './manifest.ts'

export { fileKinds, type FileKind } from './contract-types.ts'

/** The size of an upload part; only the last part may be smaller. */
export const partBytes = 8 * 1024 * 1024

const kind = enumOf(fileKinds)

/** A file as every application shows it. Its links are signed for ten minutes and for the person who requested them. */
export const attachment = wireObject(
  {
    id: idOf('file'),
    name: z.string(),
    /** A stable identifier of the file, not an address. */
    path: z.string(),
    /** In bytes. */
    size: z.int(),
    kind,
    url: z.string(),
    downloadUrl: z.string(),
    /** Formatted: 412 KB. */
    sizeText: z.string(),
    /** The uploader. */
    userName: z.string(),
    /** A thumbnail; null when there is none. */
    thumbUrl: z.string().nullable(),
    /** The text that the viewer lays over files that are not public. */
    watermark: z.string().nullable(),
    createdAt: z.iso.datetime(),
  },
  {
    id: 'fid',
    name: 'fName',
    path: 'fPath',
    size: 'fSize',
    kind: 'fIcon',
    url: 'fUrl',
    downloadUrl: 'fDownUrl',
    sizeText: 'fileSize',
    userName: 'fUserName',
  },
).meta({ id: 'Attachment' })
export type Attachment = z.output<typeof attachment>

/** A field of an entity: the ids of files in the form, the files in the detail. `createFilesField` is its server part. */
export const files = (label: string, { max }: { max: number }) =>
  field<Attachment[], string[], 'detail', 'form', 'none'>(
    label,
    { show: 'detail', column: 'none' },
    {
      kind: 'files',
      control: 'files',
      output: z.array(attachment),
      input: z.array(idOf('file')).max(max, `${label}不超过${max}个`),
      initial: [],
      max,
    },
  )

/** The "File item" of the specification, for the viewer and for links of other systems. */
export const fileItem = wireObject(
  { name: z.string(), path: z.string(), url: z.string(), downloadUrl: z.string() },
  { downloadUrl: 'downUrl' },
).meta({ id: 'FileItem' })
export type FileItem = z.output<typeof fileItem>

/**
 * uploading: parts are missing; checking: all parts are there and are being checked; ready; refused: the file is
 * deleted.
 */
export const uploadStatuses = ['uploading', 'checking', 'ready', 'refused'] as const

const upload = z.object({
  id: idOf('file'),
  status: z.enum(uploadStatuses),
  partBytes: z.int(),
  partCount: z.int(),
  /** The numbers of the parts that have arrived, from 1. */
  done: z.array(z.int()),
  /** Why it was refused, as a text for users. */
  message: z.string(),
  /** Set when the upload is ready. */
  file: attachment.nullable(),
})
export type UploadState = z.output<typeof upload>

/** How a file can be shown: directly, or as a converted PDF. */
const preview = z.object({
  state: z.enum(['ready', 'making', 'failed', 'none']),
  /** What the viewer shows; for an office document it is the PDF. */
  kind: z.enum(['image', 'pdf', 'video', 'audio', 'text', 'none']),
  url: z.string().nullable(),
  pages: z.int().nullable(),
  /** For example 预览生成中，请稍等 / 该文件无法预览，请下载查看. */
  message: z.string(),
  watermark: z.string().nullable(),
})
export type Preview = z.output<typeof preview>

const route = routesOf(manifest)
const id = idOf('file')

/** Uploads go to S3 in parts by signed links; downloads come from a separate origin by signed links. */
export const filesApi = {
  /** What may be uploaded: for the hint beside the button, and for refusing before anything is sent. */
  limits: route({
    method: 'GET',
    path: '/api/files/limits',
    title: '上传限制',
    access: 'signed-in',
    catalogue: true,
    data: z.object({ maxBytes: z.int(), maxFiles: z.int(), suffixes: z.array(z.string()) }),
  }),
  /** Begins an upload, or finds the unfinished one of the same file (name, size and mark) by the same person. */
  initUpload: route({
    method: 'POST',
    path: '/api/files/initUpload',
    title: '开始上传',
    access: 'signed-in',
    ownTransactions: true,
    body: z.object({
      name: z.string().trim().min(1, '文件名不能为空').max(200, '文件名不超过200字'),
      size: z.int().min(1, '文件为空'),
      /** Distinguishes files of the same name and size: the time of the last change. */
      mark: z.string().max(60).default(''),
    }),
    data: upload,
  }),
  uploadState: route({
    method: 'GET',
    path: '/api/files/uploadState',
    title: '上传进度',
    access: 'signed-in',
    ownTransactions: true,
    query: z.object({ id }),
    data: upload,
  }),
  partLinks: route({
    method: 'POST',
    path: '/api/files/partLinks',
    title: '取分片上传地址',
    access: 'signed-in',
    ownTransactions: true,
    readOnly: true,
    body: z.object({ id, parts: z.array(z.int().min(1).max(10_000)).min(1).max(20) }),
    data: z.array(z.object({ part: z.int(), url: z.string() })),
  }),
  completeUpload: route({
    method: 'POST',
    path: '/api/files/completeUpload',
    title: '完成上传',
    access: 'signed-in',
    ownTransactions: true,
    body: z.object({ id }),
    data: upload,
  }),
  /** Removes an own upload that no record claims. */
  removeUpload: route({
    method: 'POST',
    path: '/api/files/removeUpload',
    title: '删除未使用的上传',
    access: 'signed-in',
    ownTransactions: true,
    body: z.object({ id }),
    data: z.null(),
  }),
  /** Returns fresh links when the old ones have expired. */
  detail: route({
    method: 'GET',
    path: '/api/files/detail',
    title: '文件信息',
    access: 'signed-in',
    query: z.object({ id }),
    data: attachment,
  }),
  /** Several files as plain items, in the requested order; refuses when one is not readable. */
  items: route({
    method: 'POST',
    path: '/api/files/items',
    title: '文件列表',
    access: 'signed-in',
    readOnly: true,
    body: z.object({ ids: z.array(id).min(1, '请至少选择一个文件').max(200, '一次最多200个文件') }),
    data: z.array(fileItem),
  }),
  /** Returns the preview or its state; a missing preview is created. */
  preview: route({
    method: 'POST',
    path: '/api/files/preview',
    title: '预览文件',
    access: 'signed-in',
    // Polled every second or two while the PDF is made, and it discloses nothing to others.
    quiet: true,
    withoutKey: 'the same preview again',
    body: z.object({ id }),
    data: preview,
  }),
  /** Downloads several files as one zip, which a task creates. */
  zip: route({
    method: 'POST',
    path: '/api/files/zip',
    title: '打包下载',
    access: 'signed-in',
    body: z.object({
      name: z.string().trim().min(1).max(80),
      ids: z.array(id).min(1, '请至少选择一个文件').max(200, '一次最多打包200个文件'),
    }),
    data: z.object({ taskId: idOf('task') }),
  }),
}
export type FileLimits = z.output<typeof filesApi.limits.data>
