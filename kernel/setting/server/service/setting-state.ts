import { z } from 'zod'
import { orNotFound, invalid, scopeOf, type Ctx } from '#packages/core'
import type { SettingState, SettingSource } from '../../contract.ts'
import { findLastChange } from '../setting-history-queries.ts'
import { mayDecide, isDecidedBelow } from '../setting-policy.ts'
import { findOrg, getOrgNames, findOrgById, countOwnKeys, listRowsOnPath, type OrgNode } from '../setting-queries.ts'
import {
  listDeclaredTypes,
  findSettingKey,
  toSettingSchema,
  findSettingType,
  type SettingType,
} from '../setting-types.ts'
import { resolveKey, type SettingOrigin, type SettingRow } from '../resolve-settings.ts'
import { closingsAt, examReleases, strictest, studentRecord, withApplications } from '../specified.ts'
import { listAllSettingTags } from './setting-tags.ts'

const permissions = { read: 'setting.read', edit: 'setting.edit', push: 'setting.push' } as const

export function getSettingType(ctx: Ctx, name: string | undefined): SettingType {
  const type = name === undefined ? undefined : findSettingType(ctx, name)
  if (!type) throw invalid([{ field: 'type', msg: '未知的设置类型' }])
  return type
}

/** The given organisation or the current one; out of scope it does not exist. */
export const getSettingOrg = async (
  ctx: Ctx,
  permission: keyof typeof permissions,
  orgId: string | null,
): Promise<OrgNode> =>
  orNotFound(await findOrg(ctx.db, scopeOf(ctx, permissions[permission]), orgId ?? ctx.actor.orgId), '组织')

export async function hasSettingPermission(
  ctx: Ctx,
  permission: keyof typeof permissions,
  orgId: string,
): Promise<boolean> {
  const scope = ctx.actor.permissions.get(permissions[permission])
  return scope !== undefined && (await findOrg(ctx.db, scope, orgId)) !== undefined
}

export async function listSettingTypes(ctx: Ctx, orgId: string | null) {
  const org = await getSettingOrg(ctx, 'read', orgId)
  const counts = await countOwnKeys(ctx.db, org.id)
  const visible = listDeclaredTypes(ctx).filter((type) => !type.isReserved && mayDecide(type, org))
  return {
    orgId: org.id,
    orgName: org.name,
    mayPush: org.type === 'bureau' && (await hasSettingPermission(ctx, 'push', org.id)),
    types: visible.map(({ type, title, app, description, isSecurity, hasTags, keys }) => ({
      type,
      title,
      app,
      description,
      isSecurity,
      hasTags,
      keys: Object.entries(keys).map(([key, { title: keyTitle }]) => ({ key, title: keyTitle })),
      ownCount: counts.get(type) ?? 0,
    })),
  }
}

export async function getSettingState(ctx: Ctx, name: string, orgId: string | null): Promise<SettingState> {
  const org = await getSettingOrg(ctx, 'read', orgId)
  return buildSettingState(ctx, org, getSettingType(ctx, name))
}

/** The complete state of a type in an organisation. Read without the cache, because it is the base of an edit. */
export async function buildSettingState(ctx: Ctx, org: OrgNode, type: SettingType): Promise<SettingState> {
  const rows = await listRowsOnPath(ctx.db, org.path, type.type)
  const own = rows.find(({ orgId }) => orgId === org.id)
  const above = rows.filter((row) => row !== own)
  const origins = Object.entries(type.keys).map(([name, key]) => ({
    name,
    key,
    now: resolveKey(key, name, rows),
    before: resolveKey(key, name, above),
  }))
  const change = own ? await findLastChange(ctx.db, org.id, type.type) : undefined
  const tags = type.hasTags ? await listAllSettingTags(ctx, org.path, type.type) : undefined
  const names = await getOrgNames(ctx.db, [...new Set(origins.flatMap(({ now }) => now.orgId ?? []))])
  const sources = origins.map(({ name, now }) => [name, getSource(org, own, name, now, names)] as const)
  return {
    type: type.type,
    orgId: org.id,
    orgName: org.name,
    value: Object.fromEntries(origins.map(({ name, key, now }) => [name, presentValue(key, now.value)])),
    own: presentOwnValues(type, own),
    inherited: Object.fromEntries(origins.map(({ name, key, before }) => [name, presentValue(key, before.value)])),
    source: Object.fromEntries(sources),
    fixed: sources.flatMap(([key, { kind, orgId, orgName }]) =>
      kind === 'fixed' && orgId ? [{ key, orgId, orgName }] : [],
    ),
    fixedHere: [...(own?.fixed ?? [])],
    tags: tags ?? null,
    version: own?.version ?? 0,
    schemaVersion: type.schemaVersion,
    schema: await withApplications(ctx, toSettingSchema(type)),
    mayEdit: mayDecide(type, org) && (await hasSettingPermission(ctx, 'edit', org.id)),
    mayFix: mayDecide(type, org) && isDecidedBelow(type, org) && (await hasSettingPermission(ctx, 'push', org.id)),
    updatedAt: change?.at.toISOString() ?? null,
    updatedBy: change?.by ?? '',
  }
}

type Key = SettingType['keys'][string]

/** The value for a client; null for a secret. */
export const presentValue = (key: Key, value: unknown): unknown => (key.isSecret ? null : z.encode(key.schema, value))

/** The valid values set by this organisation. */
const presentOwnValues = (type: SettingType, own: SettingRow | undefined) =>
  Object.fromEntries(
    Object.entries(own?.value ?? {}).flatMap(([name, value]) => {
      const key = findSettingKey(type, name)
      if (!key || key.isSecret) return []
      const { success, data } = z.safeEncode(key.schema, value)
      return success ? [[name, data]] : []
    }),
  )

/** Locked above or pushed with a lock: fixed. The organisation's own lock counts as own. */
function getSource(
  org: OrgNode,
  own: SettingRow | undefined,
  name: string,
  { orgId, isLocked }: SettingOrigin,
  names: ReadonlyMap<string, string>,
): SettingSource {
  const isPinned = own?.pinned[name] !== undefined
  if (isLocked && (orgId !== org.id || isPinned))
    return { kind: 'fixed', orgId, orgName: names.get(orgId ?? '') ?? '上级' }
  if (orgId === null) return { kind: 'standard', orgId, orgName: '' }
  if (orgId === org.id) return { kind: 'own', orgId, orgName: org.name }
  return { kind: 'above', orgId, orgName: names.get(orgId) ?? '' }
}

const getOwnOrg = async (ctx: Ctx) => orNotFound(await findOrgById(ctx.db, ctx.actor.orgId), '组织')

/** For all staff: when which application is closed, by this organisation or one above. */
export const listClosings = async (ctx: Ctx) => closingsAt(ctx, (await getOwnOrg(ctx)).path)

export async function listExamReleases(ctx: Ctx, termId: string) {
  const { exams } = await examReleases.read(ctx, (await getOwnOrg(ctx)).path)
  return strictest(exams).filter((exam) => termId === '' || exam.termId === '' || exam.termId === termId)
}

export const getStudentRecordSetting = async (ctx: Ctx) => studentRecord.read(ctx, (await getOwnOrg(ctx)).path)
