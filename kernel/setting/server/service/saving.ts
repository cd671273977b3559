import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { changedByOthers, forbidden, found, invalid, Refusal, type Ctx } from '#packages/core'
import { anyRow, fieldsOf } from '#packages/crypto'
import { publish } from '#packages/jobs'
import type { SaveForm, SettingState, TagForm } from '../../contract.ts'
import { settingChanged, settingPushed } from '../events.ts'
import { findVersion } from '../history-queries.ts'
import type { SettingKey } from '../keys.ts'
import { decides, isDecidedBelow, levelWords } from '../policy.ts'
import { namesOf, rowsOnPath, type Cause, type OrgNode } from '../queries.ts'
import { keyNamed, type SettingType } from '../registry.ts'
import { originOf, type SettingRow } from '../resolve.ts'
import { mayDo, namedType, orgFor, stateOf } from './reading.ts'
import { storeTagList } from './tags.ts'
import { write } from './writing.ts'

/** Where somebody decides something, and what was decided there and above. */
interface Desk {
  type: SettingType
  org: OrgNode
  own: SettingRow | undefined
  above: readonly SettingRow[]
}

export async function deskFor(ctx: Ctx, name: string | undefined, orgId: string | null): Promise<Desk> {
  const org = await orgFor(ctx, 'edit', orgId)
  const type = namedType(name)
  if (!decides(type, org)) throw new Refusal(`“${type.title}”只能由${levelWords(type)}设置`)
  const rows = await rowsOnPath(ctx.db, org.path, type.type)
  const own = rows.find((row) => row.orgId === org.id)
  return { type, org, own, above: rows.filter((row) => row !== own) }
}

export async function saveState(ctx: Ctx, name: string | undefined, form: SaveForm): Promise<SettingState> {
  const desk = await deskFor(ctx, name ?? form.type, form.orgId)
  const { type, org, own } = desk
  if (type.hasTags) throw invalid([{ field: 'type', msg: '未知的设置类型' }])
  if (form.version !== undefined && form.version !== (own?.version ?? 0)) throw changedByOthers()
  const given = await readGiven(ctx, type, form.value)
  const fixed = form.fixed ?? own?.fixed ?? []
  if (!isSameList(fixed, own?.fixed ?? [])) await refuseFixing(ctx, desk, fixed)
  await refuseHeld(ctx, desk, given, form.reset ?? [])
  const value = ownAfter(desk, given, form.reset ?? [], fixed)
  await keep(ctx, desk, { value, fixed }, 'save')
  return stateOf(ctx, org, type)
}

/** What came in, checked and with our own names. Secrets are sealed before anybody else sees them. */
export async function readGiven(ctx: Ctx, type: SettingType, given: Readonly<Record<string, unknown>>) {
  const value: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(given)) {
    const key = keyNamed(type, name)
    if (!key) throw invalid([{ field: `value.${name}`, msg: `未知的设置项：${name.slice(0, 40)}` }])
    const result = z.safeDecode(key.schema, part)
    if (!result.success)
      throw invalid([{ field: `value.${name}`, msg: `${key.title}：${result.error.issues[0]!.message}` }])
    value[name] = key.isSecret ? await sealed(ctx, type.type, name, result.data as string) : result.data
  }
  return value
}

/** Its field names it; a version of one organisation is handed down to others as it is. */
const secretField = (type: string, key: string) => `setting.${type}.${key}`

async function sealed(ctx: Ctx, type: string, key: string, text: string) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  return fields.encrypt(secretField(type, key), text, anyRow).toString('base64')
}

/** For the code that needs it, and for nobody's eyes. */
export async function openSecret(ctx: Ctx, type: string, key: string, kept: string): Promise<string> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  return kept === '' ? '' : fields.decrypt(secretField(type, key), Buffer.from(kept, 'base64'), anyRow)
}

const isSameList = (a: readonly string[], b: readonly string[]) => isDeepStrictEqual(a.toSorted(), b.toSorted())

/** Fixing is for those who decide for others; lists are added to by everybody, so there is nothing to fix. */
async function refuseFixing(ctx: Ctx, { type, org }: Desk, fixed: readonly string[]) {
  if (!(await mayDo(ctx, 'push', org.id))) throw forbidden()
  if (fixed.length > 0 && !isDecidedBelow(type, org)) throw new Refusal(`“${type.title}”不由下级设置，不需要锁定`)
  for (const name of fixed) {
    const key = keyNamed(type, name)
    if (!key) throw invalid([{ field: 'fixed', msg: `未知的设置项：${name.slice(0, 40)}` }])
    if (key.isJoined) throw invalid([{ field: 'fixed', msg: `${key.title}：上级的内容对下级始终有效，不需要锁定` }])
  }
}

/** What somebody above keeps: in the rows above, or here. */
function heldBy({ type, org, own, above }: Desk, name: string) {
  const key = found(keyNamed(type, name))
  const fromAbove = originOf(key, name, above)
  if (fromAbove.isHeld) return fromAbove
  const pinned = own?.pinned[name]
  return pinned === undefined
    ? undefined
    : { ...originOf(key, name, own ? [...above, own] : above), orgId: pinned ?? org.id }
}

/** What is fixed may be sent back as it is, because old clients send everything; it may not be changed. */
async function refuseHeld(ctx: Ctx, desk: Desk, given: Readonly<Record<string, unknown>>, reset: readonly string[]) {
  for (const name of [...Object.keys(given), ...reset.filter((key) => keyNamed(desk.type, key))]) {
    const held = heldBy(desk, name)
    if (!held) continue
    if (!reset.includes(name) && isDeepStrictEqual(held.value, given[name])) continue
    const names = await namesOf(ctx.db, held.orgId ? [held.orgId] : [])
    throw new Refusal(`该项由${names.get(held.orgId ?? '') ?? '上级'}统一设置，不能修改`)
  }
}

/** Only what differs from above is kept, so that what is decided there later arrives here; what is fixed is kept whole. */
export function ownAfter(
  desk: Desk,
  given: Readonly<Record<string, unknown>>,
  reset: readonly string[],
  fixed: readonly string[],
): Record<string, unknown> {
  const { type, own, above } = desk
  const after: Record<string, unknown> = { ...own?.value, ...given }
  for (const [name, key] of Object.entries(type.keys)) {
    if (own?.pinned[name] !== undefined || originOf(key, name, above).isHeld) {
      if (own && Object.hasOwn(own.value, name)) after[name] = own.value[name]
      else delete after[name]
    } else if (reset.includes(name)) delete after[name]
    else if (!fixed.includes(name) && Object.hasOwn(after, name) && isAsAbove(key, name, after[name], above))
      delete after[name]
    if (fixed.includes(name) && !Object.hasOwn(after, name)) after[name] = originOf(key, name, above).value
  }
  return after
}

function isAsAbove(key: SettingKey, name: string, value: unknown, above: readonly SettingRow[]) {
  if (key.isJoined) return (value as unknown[]).length === 0
  return isDeepStrictEqual(value, originOf(key, name, above).value)
}

/** Writes the next version, if there is anything new in it. */
async function keep(
  ctx: Ctx,
  { type, org, own }: Desk,
  { value, fixed }: { value: Record<string, unknown>; fixed: readonly string[] },
  cause: Cause,
) {
  if (isDeepStrictEqual(value, own?.value ?? {}) && isSameList(fixed, own?.fixed ?? [])) return
  const next = { orgId: org.id, value, fixed, pinned: own?.pinned ?? {}, follows: own?.version ?? 0 }
  if ((await write(ctx, [next], { type: type.type, cause })).length === 0) throw changedByOthers()
  if (type.isSecurity) await publish(ctx, settingChanged, { orgId: org.id, type: type.type })
  const isFixing = fixed.some((key) => !own?.fixed.includes(key))
  if (isFixing) await publish(ctx, settingPushed, { orgId: org.id, type: type.type })
}

export async function saveTags(ctx: Ctx, name: string | undefined, orgId: string | null, tags: readonly TagForm[]) {
  const { type, org } = await deskFor(ctx, name, orgId)
  if (!type.hasTags) throw invalid([{ field: 'type', msg: '未知的设置类型' }])
  await storeTagList(ctx, org, type.type, tags)
  return stateOf(ctx, org, type)
}

interface Restoring {
  type: string
  orgId: string | null
  target: number
  version: number
}

/** An old version becomes the newest one. What somebody above keeps by now stays as they want it. */
export async function restoreVersion(
  ctx: Ctx,
  { type: name, orgId, target, version }: Restoring,
): Promise<SettingState> {
  const desk = await deskFor(ctx, name, orgId)
  const { type, org, own } = desk
  if (version !== (own?.version ?? 0)) throw changedByOthers()
  const old = found(await findVersion(ctx.db, org.id, type.type, target), '该版本')
  if (type.hasTags) await storeTagList(ctx, org, type.type, old.value['tags'] as TagForm[], 'restore')
  else {
    const fixed = (await mayDo(ctx, 'push', org.id)) ? old.fixed : (own?.fixed ?? [])
    const gone = Object.keys(own?.value ?? {}).filter((key) => !Object.hasOwn(old.value, key) && !heldHere(desk, key))
    const given = Object.fromEntries(Object.entries(old.value).filter(([key]) => !heldHere(desk, key)))
    await keep(ctx, desk, { value: ownAfter(desk, given, gone, fixed), fixed }, 'restore')
  }
  return stateOf(ctx, org, type)
}

const heldHere = (desk: Desk, name: string) =>
  keyNamed(desk.type, name) === undefined || heldBy(desk, name) !== undefined
