import { z } from 'zod'
import type { Ctx } from '#packages/core'
import type { SettingLevel, SettingSchema } from '../contract-schema.ts'
import type { SettingKey } from './setting-keys.ts'
import { getCachedRows } from './setting-cache.ts'
import { resolveValues } from './resolve-settings.ts'

export type SettingKeys = Readonly<Record<string, SettingKey>>
type ValueOf<K extends SettingKeys> = { [Name in keyof K]: K[Name] extends SettingKey<infer Value> ? Value : never }

interface TypeInfo {
  /** Unique over the house: `login`. It is what a client asks for. */
  type: string
  title: string
  /** The application it is found under: 登录与安全. */
  app: string
  description: string
  /** Who may decide it; those below only read it. */
  levels: readonly SettingLevel[]
  /** Its place in the list; those of the same place stand by their names. */
  sort?: number
  /** Known by its name, and shown to people once the application is there that reads it. */
  isReserved?: boolean
}

interface SettingSpec<K extends SettingKeys> extends TypeInfo {
  keys: K
  /** Who decided it, and what, concerns everybody who runs the organisation. */
  isSecurity?: boolean
  /** Counted up when keys change their meaning. */
  schemaVersion?: number
}

export interface SettingType extends Required<SettingSpec<SettingKeys>> {
  hasTags: boolean
}

const types = new Map<string, SettingType>()

function registerType(type: SettingType) {
  const known = types.get(type.type)
  // What was only reserved is taken over by the application that reads it.
  if (known && !known.isReserved) throw new Error(`two settings are called ${type.type}`)
  types.set(type.type, type)
}

/** What a kind of setting is read by, with everything that nobody has set filled in. */
export interface Setting<Value> {
  type: string
  read: (ctx: Pick<Ctx, 'db'>, orgPath: string) => Promise<Value>
}

/** A kind of setting. Defined once, at the level of the module that reads it. */
export function defineSetting<const K extends SettingKeys>(spec: SettingSpec<K>): Setting<ValueOf<K>> {
  const type = { isSecurity: false, isReserved: false, sort: 50, schemaVersion: 1, ...spec, hasTags: false }
  registerType(type)
  return {
    type: spec.type,
    read: async (ctx, orgPath) =>
      resolveValues(type.keys, await getCachedRows(ctx.db, orgPath, spec.type)) as ValueOf<K>,
  }
}

/** A list of words that each organisation makes for itself. */
export function defineTagList(spec: TypeInfo) {
  registerType({ isReserved: false, sort: 50, ...spec, isSecurity: false, schemaVersion: 1, keys: {}, hasTags: true })
}

export const findSettingType = (name: string): SettingType | undefined => types.get(name)
/** Modules are loaded in no order: people find them by place and name. */
export const listRegisteredTypes = (): readonly SettingType[] =>
  [...types.values()].toSorted(
    (a, b) => a.sort - b.sort || `${a.app}${a.title}`.localeCompare(`${b.app}${b.title}`, 'zh'),
  )

/** What a form needs to know of a type. */
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

/** By its own name only: `constructor` is a property of every object. */
export const findSettingKey = ({ keys }: SettingType, name: string): SettingKey | undefined =>
  Object.hasOwn(keys, name) ? keys[name] : undefined
