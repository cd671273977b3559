import { z } from 'zod'
import { listContributions, type Ctx } from '#packages/core'
import type { SettingLevel, SettingSchema } from '../contract-schema.ts'
import type { SettingKey } from './setting-keys.ts'
import { getCachedRows } from './setting-cache.ts'
import { createPathIndex, resolveValues } from './resolve-settings.ts'
import { listRowsOfType } from './setting-queries.ts'

export type SettingKeys = Readonly<Record<string, SettingKey>>
type ValueOf<K extends SettingKeys> = { [Name in keyof K]: K[Name] extends SettingKey<infer Value> ? Value : never }

type WithApp = Pick<Ctx, 'app'>

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
  /** A function if the options of a key depend on what other modules declare. */
  keys: K | ((ctx: WithApp) => K)
  /** Changes are notified to all administrators of the organisation. */
  isSecurity?: boolean
  /** Increased when the meaning of a key changes. */
  schemaVersion?: number
}

export interface SettingType extends Required<Omit<SettingSpec<SettingKeys>, 'keys'>> {
  keys: SettingKeys
  hasTags: boolean
}

/** A setting or a tag list as a module declares it. */
interface DeclaredSetting {
  readonly type: string
  readonly isReserved: boolean
  describe(ctx: WithApp): SettingType
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Settings and tag lists, with names that are unique in the app. */
    settings: DeclaredSetting
  }
}

/** Reads a setting with defaults filled in. */
export interface Setting<Value> extends DeclaredSetting {
  read: (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string) => Promise<Value>
  /** The same of many organisations with one statement, in the order of the paths. */
  readEach: (ctx: Pick<Ctx, 'app' | 'db'>, orgPaths: readonly string[]) => Promise<Value[]>
}

/** Defines a setting, which the module declares in `settings`. */
export function defineSetting<const K extends SettingKeys>({
  keys,
  isReserved = false,
  ...spec
}: SettingSpec<K>): Setting<ValueOf<K>> {
  const resolveKeys = (ctx: WithApp): K => (typeof keys === 'function' ? keys(ctx) : keys)
  return {
    type: spec.type,
    isReserved,
    describe: (ctx) => ({
      isSecurity: false,
      sort: 50,
      schemaVersion: 1,
      ...spec,
      isReserved,
      keys: resolveKeys(ctx),
      hasTags: false,
    }),
    read: async (ctx, orgPath) =>
      resolveValues(resolveKeys(ctx), await getCachedRows(ctx.db, orgPath, spec.type)) as ValueOf<K>,
    readEach: async (ctx, orgPaths) => {
      const onPath = createPathIndex(await listRowsOfType(ctx.db, spec.type))
      const keysNow = resolveKeys(ctx)
      return orgPaths.map((path) => resolveValues(keysNow, onPath(path)) as ValueOf<K>)
    },
  }
}

/** Defines a tag list that each organisation maintains. The module declares it in `settings`. */
export const defineTagList = ({ isReserved = false, ...spec }: TypeInfo): DeclaredSetting => ({
  type: spec.type,
  isReserved,
  describe: () => ({ sort: 50, ...spec, isReserved, isSecurity: false, schemaVersion: 1, keys: {}, hasTags: true }),
})

/** A reserved type is replaced by the definition of its application. */
export function findSettingType(ctx: WithApp, name: string): SettingType | undefined {
  const declared = listContributions(ctx, 'settings').filter(({ type }) => type === name)
  return (declared.find(({ isReserved }) => !isReserved) ?? declared[0])?.describe(ctx)
}

/** Sorted by position and name, because modules are loaded in no fixed order. */
export const listDeclaredTypes = (ctx: WithApp): readonly SettingType[] =>
  [...new Set(listContributions(ctx, 'settings').map(({ type }) => type))]
    .flatMap((name) => findSettingType(ctx, name) ?? [])
    .toSorted((a, b) => a.sort - b.sort || `${a.app}${a.title}`.localeCompare(`${b.app}${b.title}`, 'zh'))

/** Refuses two settings of the same name. */
export function checkSettings(ctx: WithApp) {
  const names = new Set<string>()
  for (const { type, isReserved } of listContributions(ctx, 'settings')) {
    if (isReserved) continue
    if (names.has(type)) throw new Error(`two settings are called ${type}`)
    names.add(type)
  }
}

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
