import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { changedByOthers, forbidden, orNotFound, invalid, Refusal, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { anyRow, loadFieldCipher } from '#packages/crypto'
import { publish } from '#packages/jobs'
import {
  settingChanged,
  settingPushed,
  type SettingSaveForm,
  type SettingState,
  type SettingTagForm,
} from '../../contract.ts'
import { listLoggedChanges, settingKind } from '../logged-objects.ts'
import { findVersion } from '../setting-history-queries.ts'
import type { SettingKey } from '../setting-keys.ts'
import { mayDecide, isDecidedBelow, getLevelNames } from '../setting-policy.ts'
import { getOrgNames, listRowsOnPath, type ChangeCause, type OrgNode } from '../setting-queries.ts'
import { findSettingKey, type SettingType } from '../setting-types.ts'
import { resolveKey, type SettingRow } from '../resolve-settings.ts'
import { hasSettingPermission, getSettingType, getSettingOrg, buildSettingState } from './setting-state.ts'
import { saveTagList } from './setting-tags.ts'
import { writeVersions } from './write-settings.ts'

/** The organisation being edited, with its row and the rows above. */
interface SettingEditContext {
  type: SettingType
  org: OrgNode
  own: SettingRow | undefined
  above: readonly SettingRow[]
}

export async function getSettingEditContext(
  ctx: Ctx,
  name: string | undefined,
  orgId: string | null,
): Promise<SettingEditContext> {
  const org = await getSettingOrg(ctx, 'edit', orgId)
  const type = getSettingType(ctx, name)
  if (!mayDecide(type, org)) throw new Refusal(`“${type.title}”只能由${getLevelNames(type)}设置`)
  const rows = await listRowsOnPath(ctx.db, org.path, type.type)
  const own = rows.find((row) => row.orgId === org.id)
  return { type, org, own, above: rows.filter((row) => row !== own) }
}

export async function saveSetting(ctx: Ctx, name: string | undefined, form: SettingSaveForm): Promise<SettingState> {
  const context = await getSettingEditContext(ctx, name ?? form.type, form.orgId)
  const { type, org, own } = context
  if (type.hasTags) throw invalid([{ field: 'type', msg: '未知的设置类型' }])
  if (form.version !== undefined && form.version !== (own?.version ?? 0)) throw changedByOthers()
  const newValues = await parseValues(ctx, type, form.value)
  const fixed = form.fixed ?? own?.fixed ?? []
  if (!isSameList(fixed, own?.fixed ?? [])) await requireMayFix(ctx, context, fixed)
  await requireNotLocked(ctx, context, newValues, form.reset ?? [])
  const value = mergeOwnValues(context, newValues, form.reset ?? [], fixed)
  await saveVersion(ctx, context, { value, fixed }, 'save')
  return buildSettingState(ctx, org, type)
}

/** Validates values and converts them to our own names. Secrets are encrypted at once. */
export async function parseValues(ctx: Ctx, type: SettingType, newValues: Readonly<Record<string, unknown>>) {
  const value: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(newValues)) {
    const key = findSettingKey(type, name)
    if (!key) throw invalid([{ field: `value.${name}`, msg: `未知的设置项：${name.slice(0, 40)}` }])
    const result = z.safeDecode(key.schema, part)
    if (!result.success)
      throw invalid([{ field: `value.${name}`, msg: `${key.title}：${result.error.issues[0]!.message}` }])
    value[name] = key.isSecret ? await encryptSecret(ctx, type.type, name, result.data as string) : result.data
  }
  return value
}

/** Encrypted by field name only, because a value may be pushed to other organisations. */
const secretField = (type: string, key: string) => `setting.${type}.${key}`

async function encryptSecret(ctx: Ctx, type: string, key: string, text: string) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return fields.encrypt(secretField(type, key), text, anyRow).toString('base64')
}

/** For the code that uses the secret; it is never shown. */
export async function decryptSecret(ctx: Ctx, type: string, key: string, stored: string): Promise<string> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return stored === '' ? '' : fields.decrypt(secretField(type, key), Buffer.from(stored, 'base64'), anyRow)
}

const isSameList = (a: readonly string[], b: readonly string[]) => isDeepStrictEqual(a.toSorted(), b.toSorted())

/** Locking needs the push permission; row lists cannot be locked, because every level adds to them. */
async function requireMayFix(ctx: Ctx, { type, org }: SettingEditContext, fixed: readonly string[]) {
  if (!(await hasSettingPermission(ctx, 'push', org.id))) throw forbidden()
  if (fixed.length > 0 && !isDecidedBelow(type, org)) throw new Refusal(`“${type.title}”不由下级设置，不需要锁定`)
  for (const name of fixed) {
    const key = findSettingKey(type, name)
    if (!key) throw invalid([{ field: 'fixed', msg: `未知的设置项：${name.slice(0, 40)}` }])
    if (key.isJoined) throw invalid([{ field: 'fixed', msg: `${key.title}：上级的内容对下级始终有效，不需要锁定` }])
  }
}

/** The lock of an organisation above: in the rows above, or here. */
function findLock({ type, org, own, above }: SettingEditContext, name: string) {
  const key = orNotFound(findSettingKey(type, name))
  const fromAbove = resolveKey(key, name, above)
  if (fromAbove.isLocked) return fromAbove
  const pinned = own?.pinned[name]
  return pinned === undefined
    ? undefined
    : { ...resolveKey(key, name, own ? [...above, own] : above), orgId: pinned ?? org.id }
}

/** A locked key may be sent back unchanged, because old clients send all keys; it may not be changed. */
async function requireNotLocked(
  ctx: Ctx,
  context: SettingEditContext,
  newValues: Readonly<Record<string, unknown>>,
  reset: readonly string[],
) {
  for (const name of [...Object.keys(newValues), ...reset.filter((key) => findSettingKey(context.type, key))]) {
    const lock = findLock(context, name)
    if (!lock) continue
    if (!reset.includes(name) && isDeepStrictEqual(lock.value, newValues[name])) continue
    const names = await getOrgNames(ctx.db, lock.orgId ? [lock.orgId] : [])
    throw new Refusal(`该项由${names.get(lock.orgId ?? '') ?? '上级'}统一设置，不能修改`)
  }
}

/**
 * Stores only values that differ from above, so that later changes above are inherited; locked keys are always stored.
 */
export function mergeOwnValues(
  context: SettingEditContext,
  newValues: Readonly<Record<string, unknown>>,
  reset: readonly string[],
  fixed: readonly string[],
): Record<string, unknown> {
  const { type, own, above } = context
  const after: Record<string, unknown> = { ...own?.value, ...newValues }
  for (const [name, key] of Object.entries(type.keys)) {
    if (own?.pinned[name] !== undefined || resolveKey(key, name, above).isLocked) {
      if (own && Object.hasOwn(own.value, name)) after[name] = own.value[name]
      else delete after[name]
    } else if (reset.includes(name)) delete after[name]
    else if (!fixed.includes(name) && Object.hasOwn(after, name) && isAsAbove(key, name, after[name], above))
      delete after[name]
    if (fixed.includes(name) && !Object.hasOwn(after, name)) after[name] = resolveKey(key, name, above).value
  }
  return after
}

function isAsAbove(key: SettingKey, name: string, value: unknown, above: readonly SettingRow[]) {
  if (key.isJoined) return (value as unknown[]).length === 0
  return isDeepStrictEqual(value, resolveKey(key, name, above).value)
}

/** Writes the next version, if anything has changed. */
async function saveVersion(
  ctx: Ctx,
  { type, org, own }: SettingEditContext,
  { value, fixed }: { value: Record<string, unknown>; fixed: readonly string[] },
  cause: ChangeCause,
) {
  if (isDeepStrictEqual(value, own?.value ?? {}) && isSameList(fixed, own?.fixed ?? [])) return
  const next = { orgId: org.id, value, fixed, pinned: own?.pinned ?? {}, follows: own?.version ?? 0 }
  if ((await writeVersions(ctx, [next], { type: type.type, cause })).length === 0) throw changedByOthers()
  await recordFieldChanges(ctx, [{ entity: settingKind, rowId: org.id, changes: listLoggedChanges(type, own, value) }])
  if (type.isSecurity) await publish(ctx, settingChanged, { orgId: org.id, type: type.type })
  const isFixing = fixed.some((key) => !own?.fixed.includes(key))
  if (isFixing) await publish(ctx, settingPushed, { orgId: org.id, type: type.type })
}

export async function saveSettingTags(
  ctx: Ctx,
  name: string | undefined,
  orgId: string | null,
  tags: readonly SettingTagForm[],
) {
  const { type, org } = await getSettingEditContext(ctx, name, orgId)
  if (!type.hasTags) throw invalid([{ field: 'type', msg: '未知的设置类型' }])
  await saveTagList(ctx, org, type.type, tags)
  return buildSettingState(ctx, org, type)
}

interface RestoreRequest {
  type: string
  orgId: string | null
  target: number
  version: number
}

/** Restores an old version as the newest one. Keys that are locked above by now keep the locked value. */
export async function restoreVersion(
  ctx: Ctx,
  { type: name, orgId, target, version }: RestoreRequest,
): Promise<SettingState> {
  const context = await getSettingEditContext(ctx, name, orgId)
  const { type, org, own } = context
  if (version !== (own?.version ?? 0)) throw changedByOthers()
  const old = orNotFound(await findVersion(ctx.db, org.id, type.type, target), '该版本')
  if (type.hasTags) await saveTagList(ctx, org, type.type, old.value['tags'] as SettingTagForm[], 'restore')
  else {
    const fixed = (await hasSettingPermission(ctx, 'push', org.id)) ? old.fixed : (own?.fixed ?? [])
    const gone = Object.keys(own?.value ?? {}).filter(
      (key) => !Object.hasOwn(old.value, key) && !isLockedHere(context, key),
    )
    const newValues = Object.fromEntries(Object.entries(old.value).filter(([key]) => !isLockedHere(context, key)))
    await saveVersion(ctx, context, { value: mergeOwnValues(context, newValues, gone, fixed), fixed }, 'restore')
  }
  return buildSettingState(ctx, org, type)
}

const isLockedHere = (context: SettingEditContext, name: string) =>
  findSettingKey(context.type, name) === undefined || findLock(context, name) !== undefined
