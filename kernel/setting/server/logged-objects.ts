import type { LoggedObjectKind } from '#kernel/audit/server/api.ts'
import type { SettingRow } from './resolve-settings.ts'
import { findSettingKey, findSettingType, type SettingType } from './setting-types.ts'

/** The settings of an organisation in `entity_change`: the row is the organisation, the field is the type and the key. */
export const settingKind = 'setting.setting'

const separator = '/'

/** Settings in the logs. */
export const loggedSettings: LoggedObjectKind = {
  kind: settingKind,
  title: '设置',
  fields: (ctx, field) => {
    const [typeName = '', keyName = ''] = field.split(separator)
    const type = findSettingType(ctx, typeName)
    const key = type && findSettingKey(type, keyName)
    return key && `${type.title}：${key.title}`
  },
}

/** The keys whose own values of the organisation change. */
export const listLoggedChanges = (
  type: SettingType,
  own: Pick<SettingRow, 'value'> | undefined,
  after: Readonly<Record<string, unknown>>,
) =>
  Object.entries(type.keys).flatMap(([key, { isSecret }]) => {
    const [before, next] = [own?.value[key], after[key]].map(toText)
    return before === next
      ? []
      : [{ field: [type.type, key].join(separator), before, after: next, isSecret: isSecret === true }]
  })

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
