import { z } from 'zod'
import type { Ctx } from '#packages/core'
import type { SettingLevel, SettingSchema } from '../contract-schema.ts'
import type { SettingKey } from './setting-keys.ts'
import { getCachedRows } from './setting-cache.ts'
import { resolveValues } from './resolve-settings.ts'

export type SettingKeys = Readonly<Record<string, SettingKey>>
type ValueOf<K extends SettingKeys> = { [Name in keyof K]: K[Name] extends SettingKey<infer Value> ? Value : never }

interface TypeInfo {
  /** Unique in the app: `login`. Clients refer to it. */
  type: string
  title: string
  /** The application that lists it: 登录与安全. */
  app: string
  description: string
  /** The levels that may set it; those below only read it. */
  levels: readonly SettingLevel[]
  /** The position in the list; equal positions are sorted by name. */
  sort?: number
  /** Reserved by name, and shown once the application that reads it exists. */
  isReserved?: boolean
}

interface SettingSpec<K extends SettingKeys> extends TypeInfo {
  keys: K
  /** Changes are notified to all administrators of the organisation. */
  isSecurity?: boolean
  /** Increased when the meaning of a key changes. */
  schemaVersion?: number
}

export interface SettingType extends Required<SettingSpec<SettingKeys>> {
  hasTags: boolean
}

const types = new Map<string, SettingType>()

function registerType(type: SettingType) {
  const known = types.get(type.type)
  // A reserved type is replaced by the definition of its application.
  if (known && !known.isReserved) throw new Error(`two settings are called ${type.type}`)
  types.set(type.type, type)
}

/** Reads a setting with defaults filled in. */
export interface Setting<Value> {
  type: string
  read: (ctx: Pick<Ctx, 'db'>, orgPath: string) => Promise<Value>
}

/** Defines a setting, once per module. */
export function defineSetting<const K extends SettingKeys>(spec: SettingSpec<K>): Setting<ValueOf<K>> {
  const type = { isSecurity: false, isReserved: false, sort: 50, schemaVersion: 1, ...spec, hasTags: false }
  registerType(type)
  return {
    type: spec.type,
    read: async (ctx, orgPath) =>
      resolveValues(type.keys, await getCachedRows(ctx.db, orgPath, spec.type)) as ValueOf<K>,
  }
}

/** Defines a tag list that each organisation maintains. */
export function defineTagList(spec: TypeInfo) {
  registerType({ isReserved: false, sort: 50, ...spec, isSecurity: false, schemaVersion: 1, keys: {}, hasTags: true })
}

export const findSettingType = (name: string): SettingType | undefined => types.get(name)
/** Sorted by position and name, because modules are loaded in no fixed order. */
export const listRegisteredTypes = (): readonly SettingType[] =>
  [...types.values()].toSorted(
    (a, b) => a.sort - b.sort || `${a.app}${a.title}`.localeCompare(`${b.app}${b.title}`, 'zh'),
  )

/** The schema for forms. */
export const toSettingSchema = ({ type, title, app, description, isSecurity, schemaVersion, keys }: SettingType) => ({
  type,
  title,
  app,
  description,
  isSecurity,
  schemaVersion,
  keys: Object.entries(keys).map(
    ([
      key,
      { title: keyTitle, about, control, isJoined, isSecret, standard, schema },
    ]): SettingSchema['keys'][number] => ({
      key,
      title: keyTitle,
      about,
      control: control(),
      isJoined,
      standard: isSecret ? null : z.encode(schema, standard()),
    }),
  ),
})

/** Own properties only: `constructor` is a property of every object. */
export const findSettingKey = ({ keys }: SettingType, name: string): SettingKey | undefined =>
  Object.hasOwn(keys, name) ? keys[name] : undefined
