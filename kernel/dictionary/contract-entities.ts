import { z } from 'zod'
import { optionalIdOf } from '#packages/contract'

/** Who a type or a value belongs to. */
export const constantLevels = { platform: '平台', district: '区', school: '校' } as const
export type ConstantLevel = keyof typeof constantLevels
const level = z.enum(Object.keys(constantLevels) as [ConstantLevel, ...ConstantLevel[]])

const code = (most: number) =>
  z
    .string()
    .trim()
    .min(1, '请填写编码')
    .max(most, `编码不超过${most}个字符`)
    .regex(/^\w*$/, '编码只能包含字母、数字和下划线')
const name = z.string().trim().min(1, '请填写名称').max(60, '名称不超过60字')
const codeAtMost = 40
/** Of something that is there already: whatever does not fit is not there. */
export const typeCode = z.string().max(codeAtMost)
const itemCode = z.string().max(codeAtMost)
const day = z.iso.date('日期格式不正确').nullable()
/** Without an organisation it is the one where the caller is. */
export const orgId = optionalIdOf('organisation')

export const constantType = z.object({
  code: z.string(),
  name: z.string(),
  /** One line that says what it is for. */
  about: z.string(),
  level,
  /** Values stand below values. */
  isTree: z.boolean(),
  /** A whole type may rest: then nothing of it is offered. */
  isEnabled: z.boolean(),
  /** Schools may have values of their own in it. */
  isOpen: z.boolean(),
  itemCount: z.int(),
  /** Name and kind are the asking organisation's own to change. */
  mayEdit: z.boolean(),
  /** Here one may add values, hide what came from the platform, and put them in order. */
  mayAdd: z.boolean(),
  mayHide: z.boolean(),
  maySort: z.boolean(),
  version: z.int(),
})
export type ConstantType = z.output<typeof constantType>

const dated = z.object({ name: z.string(), fromOn: z.string().nullable() })

export const constantItem = z.object({
  /** Type and code together: what a list knows it by. */
  id: z.string(),
  code: z.string(),
  /** As it is called on the day that was asked for. */
  name: z.string(),
  parentCode: z.string(),
  parentName: z.string(),
  /** How deep it stands in a tree, from 0. */
  depth: z.int(),
  /** Whether values of its type stand below others at all. */
  isInTree: z.boolean(),
  sort: z.int(),
  level,
  isEnabled: z.boolean(),
  /** Enabled, and the day lies between its first and its last. */
  isOffered: z.boolean(),
  fromOn: z.string().nullable(),
  toOn: z.string().nullable(),
  /** All its names, the first first. */
  names: z.array(dated),
  ext: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** In how many records it stands; null where nobody counts. */
  useCount: z.int().nullable(),
  mayEdit: z.boolean(),
  mayHide: z.boolean(),
  maySort: z.boolean(),
  version: z.int(),
})
export type ConstantItem = z.output<typeof constantItem>

/** What a form needs to know of a value. */
export const offeredConstant = z.object({
  code: z.string(),
  name: z.string(),
  parentCode: z.string(),
  /** Not for anything new; records that have it still show its name. */
  isOffered: z.boolean(),
})
export type OfferedConstant = z.output<typeof offeredConstant>

export const constantForm = z
  .object({
    type: typeCode,
    orgId,
    /** A new value is given its code; one that is there is found by it. */
    isNew: z.boolean(),
    code: code(codeAtMost),
    name,
    parentCode: itemCode,
    fromOn: day,
    toOn: day,
    /** From this day on it has the name; without a day it always had it. */
    renamedFrom: day,
    version: z.int(),
  })
  .refine(({ fromOn, toOn }) => !fromOn || !toOn || fromOn <= toOn, {
    path: ['toOn'],
    error: '截止日期不能早于开始日期',
  })
export type ConstantForm = z.output<typeof constantForm>

export const constantTypeForm = z.object({
  orgId,
  isNew: z.boolean(),
  code: code(codeAtMost),
  name: z.string().trim().min(1, '请填写类型名称').max(30, '类型名称不超过30字'),
  about: z.string().trim().max(100, '说明不超过100字'),
  isTree: z.boolean(),
  isOpen: z.boolean(),
  version: z.int(),
})
export type ConstantTypeForm = z.output<typeof constantTypeForm>

/** At most so many values in one type: they are read, sorted and offered whole. */
export const itemsAtMost = 2_000
const codes = z.array(itemCode).min(1, '请选择常量').max(itemsAtMost, `一次最多${itemsAtMost}个`)
export const sortForm = z.object({ type: typeCode, orgId, codes })
export const enableForm = z.object({ type: typeCode, orgId, codes, isEnabled: z.boolean() })
export const deleteForm = z.object({ type: typeCode, orgId, code: itemCode })
export const deleteTypeForm = z.object({ orgId, code: typeCode })

export const constantStates = { on: '启用', off: '停用' } as const
export const constantFilter = z.object({
  type: typeCode,
  orgId,
  keyword: z.string().max(60).default(''),
  state: z.enum(['', 'on', 'off']).default(''),
  /** The day that names and offers are of; today without one. */
  date: z.iso.date('日期格式不正确').optional(),
})
export type ConstantFilter = z.output<typeof constantFilter>
