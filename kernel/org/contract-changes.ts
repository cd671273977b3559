import { z } from 'zod'
import { enumOf, idOf, wireObject } from '#packages/contract'
import { orgTypeName } from './contract-entities.ts'

/** An area by its code (GB/T 2260): province, city or county. */
export interface Area {
  code: string
  name: string
  children: Area[]
}
export const area: z.ZodType<Area> = z
  .object({ code: z.string(), name: z.string(), children: z.lazy(() => z.array(area)) })
  .meta({ id: 'Area' })

/** The organisation to delete in the format of the specification; other fields of the detail are allowed. */
export const deleteBody = wireObject(
  { id: idOf('organisation'), version: z.int().min(0).optional() },
  { id: 'fOrgID', version: 'fVersion' },
).meta({ id: 'OrganisationDelete' })

/** 1 up, 2 down, each by `cnt` positions; 3 to the top, 4 to the end. */
export const sortBody = z.object({
  orgId: idOf('organisation'),
  type: z.int().min(1, '请选择移动方式').max(4, '请选择移动方式'),
  cnt: z.int().min(1, '至少移动一位').max(10_000, '移动位数过多').default(1),
})

export const moveForm = z.object({
  id: idOf('organisation'),
  /** The new parent. */
  parentId: idOf('organisation'),
  version: z.int().min(0),
})
export type MoveForm = z.output<typeof moveForm>

export const historyKinds = {
  created: '新建',
  renamed: '更名',
  moved: '调整上级',
  merged: '并入其他机构',
  absorbed: '接收并入的机构',
  split: '分出新机构',
  'split-off': '由其他机构分出',
  disabled: '停用',
  enabled: '启用',
  deleted: '删除',
} as const
export type HistoryKind = keyof typeof historyKinds

export const historyItem = z.object({
  id: idOf('organisation-history'),
  kind: enumOf(historyKinds),
  /** Names of that time: 实验小学 → 实验学校. Empty if there is nothing to compare. */
  before: z.string(),
  after: z.string(),
  at: z.iso.datetime(),
  byName: z.string(),
})
export type HistoryItem = z.output<typeof historyItem>

/** One kind of contents of an organisation: 86 名 人员. */
const contents = z.object({ key: z.string(), title: z.string(), measure: z.string(), count: z.int() })

export const mergeForm = z.object({
  /** The organisation that ends. */
  fromId: idOf('organisation'),
  /** The organisation that continues. */
  toId: idOf('organisation'),
})
export type MergeForm = z.output<typeof mergeForm>

export const mergePreview = z.object({
  from: z.object({ id: idOf('organisation'), name: z.string() }),
  to: z.object({ id: idOf('organisation'), name: z.string() }),
  /** The contents that move, counted by every module. */
  contents: z.array(contents),
  /** Its departments: `joins` is merged into one of the same name, `moves` moves as it is. */
  departments: z.array(z.object({ name: z.string(), becomes: z.enum(['joins', 'moves']), people: z.int() })),
  /** While there are obstacles the merge is refused. */
  obstacles: z.array(z.string()),
})
export type MergePreview = z.output<typeof mergePreview>

export const splitForm = z.object({
  /** The organisation that is split. */
  id: idOf('organisation'),
  name: z.string().trim().min(1, '请填写新机构名称').max(100, '机构名称不超过100字'),
  type: orgTypeName,
  /** Direct departments that move to the new organisation with their subtrees and people. */
  departmentIds: z.array(idOf('organisation')).min(1, '请选择划出的部门').max(200, '一次最多划出200个部门'),
})
export type SplitForm = z.output<typeof splitForm>

export const hostForm = z.object({
  orgId: idOf('organisation'),
  /** Empty removes the address. */
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(100, '域名不超过100字')
    .regex(
      /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)?$/,
      '请填写正确的域名，如 syxx.example.cn',
    ),
})
