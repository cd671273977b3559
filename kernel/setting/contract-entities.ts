import { z } from 'zod'
import { idOf, optionalIdOf, wireObject } from '#packages/contract'
import { settingSchema } from './contract-schema.ts'

const values = z.record(z.string(), z.unknown())

/** own: set here; above: set above; fixed: locked above; standard: the default. */
const sourceKinds = ['own', 'above', 'fixed', 'standard'] as const
export type SettingSourceKind = (typeof sourceKinds)[number]
const source = z.object({
  kind: z.enum(sourceKinds),
  orgId: idOf('organisation').nullable(),
  orgName: z.string(),
})
export type SettingSource = z.output<typeof source>

export const tagColors = ['', 'blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gray'] as const
/** Enabled tags; disabled ones are not counted. */
export const tagsAtMost = 50
const tagsKept = 500

const tagName = z.string().trim().min(1, '名称不能为空').max(20, '名称不超过20字')
export const settingTag = z.object({
  id: idOf('setting-tag'),
  name: z.string(),
  color: z.string(),
  sort: z.int(),
  isEnabled: z.boolean(),
})
export type SettingTag = z.output<typeof settingTag>

/** The list order is the order of the tags. A tag without an id is new. */
export const tagForm = z.object({
  id: optionalIdOf('setting-tag'),
  name: tagName,
  color: z.enum(tagColors).default(''),
  isEnabled: z.boolean().default(true),
})
export type SettingTagForm = z.output<typeof tagForm>

/** The effective values of an organisation, key by key, with their sources and the schema of the form. */
export const settingState = wireObject(
  {
    type: z.string(),
    orgId: idOf('organisation'),
    orgName: z.string(),
    value: values,
    /** The values set here, and the values without them. */
    own: values,
    inherited: values,
    source: z.record(z.string(), source),
    /** The keys that are locked above, and by whom. */
    fixed: z.array(z.object({ key: z.string(), orgId: idOf('organisation'), orgName: z.string() })),
    /** The keys that this organisation has locked for those below. */
    fixedHere: z.array(z.string()),
    /** null unless the type is a tag list. */
    tags: z.array(settingTag).nullable(),
    version: z.int(),
    schemaVersion: z.int(),
    schema: settingSchema,
    mayEdit: z.boolean(),
    mayFix: z.boolean(),
    updatedAt: z.iso.datetime().nullable(),
    updatedBy: z.string(),
  },
  { version: 'fVersion' },
).meta({ id: 'SettingState' })
export type SettingState = z.output<typeof settingState>

/** `type` may be in the query, as specified, or here. */
const typeInBody = z.string().max(40).optional()

export const saveBody = wireObject(
  {
    type: typeInBody,
    orgId: optionalIdOf('organisation'),
    /** Keys that are not named stay unchanged. */
    value: values,
    /** Keys that are to be inherited again. */
    reset: z.array(z.string()).max(100).optional(),
    /** All keys to be locked for those below; unchanged when left out. */
    fixed: z.array(z.string()).max(100).optional(),
    /** Clients of the specification do not send a version; then the last change wins. */
    version: z.int().min(0).optional(),
  },
  { version: 'fVersion' },
)
export type SettingSaveForm = z.output<typeof saveBody>

/** A change to be previewed: see `saveBody`. */
export const impactBody = z.object({
  type: z.string().max(40),
  orgId: optionalIdOf('organisation'),
  value: values,
  reset: z.array(z.string()).max(100).default([]),
  fixed: z.array(z.string()).max(100).optional(),
})
export type SettingImpactForm = z.output<typeof impactBody>

/** The schools below whose effective value or lock would change. */
export const settingImpact = z.object({
  schools: z.int(),
  /** The first five of them. */
  names: z.array(z.string()),
})
export type SettingImpact = z.output<typeof settingImpact>

export const tagsBody = z.object({
  type: typeInBody,
  orgId: optionalIdOf('organisation'),
  tags: z.array(tagForm).max(tagsKept, `最多${tagsKept}个`),
})

const cause = z.enum(['save', 'restore', 'push', 'undo', 'system'])
export const settingChangeCauses = {
  save: '保存',
  restore: '恢复',
  push: '上级下发',
  undo: '撤销下发',
  system: '系统',
} as const

export const settingHistoryItem = z.object({
  version: z.int(),
  cause,
  by: z.string(),
  createdAt: z.iso.datetime(),
  /** The changes against the version before. null: inherited. */
  changes: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      wasFixed: z.boolean(),
      isFixed: z.boolean(),
    }),
  ),
})
export type SettingHistoryItem = z.output<typeof settingHistoryItem>

export const restoreBody = wireObject(
  {
    type: z.string().max(40),
    orgId: optionalIdOf('organisation'),
    /** The version to be restored. */
    target: z.int().min(1),
    version: z.int().min(0),
  },
  { target: 'version', version: 'fVersion' },
)

export const pushBody = z.object({
  type: z.string().max(40),
  value: values.refine((value) => Object.keys(value).length > 0, '请选择要下发的设置项'),
  /** Those of these keys that the schools may no longer change. */
  fixed: z.array(z.string()).max(100),
  orgs: z.union([
    z.object({ all: z.literal(true) }),
    z.object({ ids: z.array(idOf('organisation')).min(1, '请选择学校').max(2_000, '一次最多2000所学校') }),
  ]),
})
export type SettingPushForm = z.output<typeof pushBody>

export const pushPreview = z.object({
  changing: z.int(),
  /** Schools that have these values already. */
  same: z.int(),
  /** Schools for which an organisation in between has locked another value. */
  blocked: z.int(),
  /** The first five that change. */
  names: z.array(z.string()),
})
export type SettingPushPreview = z.output<typeof pushPreview>

export const settingTypeItem = z.object({
  type: z.string(),
  title: z.string(),
  app: z.string(),
  description: z.string(),
  isSecurity: z.boolean(),
  hasTags: z.boolean(),
  /** Also searched by the list of types. */
  keys: z.array(z.object({ key: z.string(), title: z.string() })),
  /** The number of keys set here. */
  ownCount: z.int(),
})
export type SettingTypeItem = z.output<typeof settingTypeItem>

export const settingComparison = z.object({
  /** All compared schools, by name. */
  schools: z.array(z.object({ id: idOf('organisation'), name: z.string() })),
  schema: settingSchema,
  keys: z.array(
    z.object({
      key: z.string(),
      groups: z.array(
        z.object({
          value: z.unknown(),
          count: z.int(),
          /** The names of the first of them. */
          names: z.array(z.string()),
        }),
      ),
    }),
  ),
})
export type SettingComparison = z.output<typeof settingComparison>
