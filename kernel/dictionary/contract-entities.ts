import { z } from 'zod'
import { optionalIdOf } from '#packages/contract'

/** The level that owns a type or a value. */
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
/** The code of an existing type; an unknown code is answered with "not found". */
export const typeCode = z.string().max(codeAtMost)
const itemCode = z.string().max(codeAtMost)
const day = z.iso.date('日期格式不正确').nullable()
/** Defaults to the caller's organisation. */
export const orgId = optionalIdOf('organisation')

export const constantType = z.object({
  code: z.string(),
  name: z.string(),
  /** One line about the purpose of the type. */
  about: z.string(),
  level,
  /** Values may have child values. */
  isTree: z.boolean(),
  /** None of the values of a disabled type is offered. */
  isEnabled: z.boolean(),
  /** Schools may add values of their own. */
  isOpen: z.boolean(),
  itemCount: z.int(),
  /** The calling organisation may change the name and the kind of the type. */
  mayEdit: z.boolean(),
  /** The calling organisation may add values, hide platform values and sort all of them. */
  mayAdd: z.boolean(),
  mayHide: z.boolean(),
  maySort: z.boolean(),
  version: z.int(),
})
export type ConstantType = z.output<typeof constantType>

const dated = z.object({ name: z.string(), fromOn: z.string().nullable() })

export const constantItem = z.object({
  /** Type and code: the row id in lists. */
  id: z.string(),
  code: z.string(),
  /** The name on the requested day. */
  name: z.string(),
  parentCode: z.string(),
  parentName: z.string(),
  /** Depth in the tree, from 0. */
  depth: z.int(),
  /** Whether the type is a tree. */
  isInTree: z.boolean(),
  sort: z.int(),
  level,
  isEnabled: z.boolean(),
  /** Enabled, and the day is within its validity. */
  isOffered: z.boolean(),
  fromOn: z.string().nullable(),
  toOn: z.string().nullable(),
  /** All names, oldest first. */
  names: z.array(dated),
  ext: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Number of records that use the value; null when no module counts them. */
  useCount: z.int().nullable(),
  mayEdit: z.boolean(),
  mayHide: z.boolean(),
  maySort: z.boolean(),
  version: z.int(),
})
export type ConstantItem = z.output<typeof constantItem>

/** The part of a value that forms need. */
export const offeredConstant = z.object({
  code: z.string(),
  name: z.string(),
  parentCode: z.string(),
  /** False: not selectable for new records; existing records still show the name. */
  isOffered: z.boolean(),
})
export type OfferedConstant = z.output<typeof offeredConstant>

export const constantForm = z
  .object({
    type: typeCode,
    orgId,
    /** True creates a value with this code; false updates the value that has it. */
    isNew: z.boolean(),
    code: code(codeAtMost),
    name,
    parentCode: itemCode,
    fromOn: day,
    toOn: day,
    /** First day of the new name; without a day the current name is corrected. */
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

/** Upper limit of values per type, because they are read, sorted and offered without paging. */
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
  /** Names and validity are those of this day; today by default. */
  date: z.iso.date('日期格式不正确').optional(),
})
export type ConstantFilter = z.output<typeof constantFilter>
