import { Refusal, type Ctx } from '#packages/core'
import { findUnitById } from '#kernel/org/server/api.ts'
import { amount, defineSetting } from '#kernel/setting/server/api.ts'
import { fileKinds, type FileKind } from '../../contract-types.ts'
import type { FileLimits } from '../../contract.ts'

const megabyte = 1024 * 1024

/** The upload limits of a district or school. */
export const filesSetting = defineSetting({
  type: 'files',
  title: '文件上传',
  app: '文件',
  sort: 40,
  description: '上传附件时的大小和数量限制。',
  levels: ['district', 'cluster', 'school'],
  keys: {
    maxMegabytes: amount({
      title: '单个文件大小上限',
      about: '超过这个大小的文件不能上传。',
      min: 1,
      max: 10_240,
      standard: 100,
      unit: 'MB',
    }),
    maxFiles: amount({
      title: '一次最多附件数',
      about: '一条记录最多可以带多少个附件。',
      min: 1,
      max: 200,
      standard: 20,
      unit: '个',
    }),
  },
})
export interface FilesSetting {
  maxMegabytes: number
  maxFiles: number
}

/** An organisation that no longer exists gets the defaults. */
export async function getFilesSetting(ctx: Ctx): Promise<FilesSetting> {
  const unit = await findUnitById(ctx, ctx.actor.orgId)
  return filesSetting.read(ctx, unit?.path ?? '')
}

const generatedKinds: readonly FileKind[] = ['zip']
/** What may be uploaded: suffix → kind and content type. */
const uploadable = new Map<string, { kind: FileKind; type: string }>(
  (Object.entries(fileKinds) as [FileKind, { types: Record<string, string> }][])
    .filter(([kind]) => !generatedKinds.includes(kind))
    .flatMap(([kind, { types }]) => Object.entries(types).map(([suffix, type]) => [suffix, { kind, type }] as const)),
)

export async function getFileLimits(ctx: Ctx): Promise<FileLimits> {
  const { maxMegabytes, maxFiles } = await getFilesSetting(ctx)
  return { maxBytes: maxMegabytes * megabyte, maxFiles, suffixes: [...uploadable.keys()] }
}

export const getSuffix = (name: string) => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()

/** The kind of a file by its name; refuses unsupported types and sizes. */
export function requireUploadable(name: string, size: number, { maxMegabytes }: FilesSetting) {
  const suffix = getSuffix(name)
  const found = uploadable.get(suffix)
  if (!found) throw new Refusal(`不支持的文件类型：${suffix || '无'}`)
  if (size > maxMegabytes * megabyte) throw new Refusal(`单个文件不能超过${maxMegabytes}MB`)
  return { suffix, ...found }
}

export const tooManyFiles = (most: number) => new Refusal(`最多上传${most}个文件`)
