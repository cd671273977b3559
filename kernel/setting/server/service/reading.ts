import { z } from 'zod'
import { found, invalid, scopeOf, type Ctx } from '#packages/core'
import type { SettingState, Source } from '../../contract.ts'
import { lastChange } from '../history-queries.ts'
import { decides, isDecidedBelow } from '../policy.ts'
import { findOrg, namesOf, nodeById, ownCounts, rowsOnPath, type OrgNode } from '../queries.ts'
import { allTypes, keyNamed, schemaOf, typeNamed, type SettingType } from '../registry.ts'
import { originOf, type Origin, type SettingRow } from '../resolve.ts'
import { closingsAt, examReleases, strictest, studentRecord, withApplications } from '../specified.ts'
import { tagsAt } from './tags.ts'

const right = { read: 'setting.read', edit: 'setting.edit', push: 'setting.push' } as const

export function namedType(name: string | undefined): SettingType {
  const type = name === undefined ? undefined : typeNamed(name)
  if (!type) throw invalid([{ field: 'type', msg: '未知的设置类型' }])
  return type
}

/** The organisation that was named, or the one where one is; out of reach it is not there. */
export const orgFor = async (ctx: Ctx, permission: keyof typeof right, orgId: string | null): Promise<OrgNode> =>
  found(await findOrg(ctx.db, scopeOf(ctx, right[permission]), orgId ?? ctx.actor.orgId), '组织')

export async function mayDo(ctx: Ctx, permission: keyof typeof right, orgId: string): Promise<boolean> {
  const scope = ctx.actor.permissions.get(right[permission])
  return scope !== undefined && (await findOrg(ctx.db, scope, orgId)) !== undefined
}

export async function listTypes(ctx: Ctx, orgId: string | null) {
  const org = await orgFor(ctx, 'read', orgId)
  const counts = await ownCounts(ctx.db, org.id)
  const shown = allTypes().filter((type) => !type.isReserved && decides(type, org))
  return {
    orgId: org.id,
    orgName: org.name,
    mayPush: org.type === 'bureau' && (await mayDo(ctx, 'push', org.id)),
    types: shown.map(({ type, title, app, description, isSecurity, hasTags, keys }) => ({
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

export async function readState(ctx: Ctx, name: string, orgId: string | null): Promise<SettingState> {
  const org = await orgFor(ctx, 'read', orgId)
  return stateOf(ctx, org, namedType(name))
}

/** Everything that there is to know about a type in an organisation. What is being read to be changed is read fresh. */
export async function stateOf(ctx: Ctx, org: OrgNode, type: SettingType): Promise<SettingState> {
  const rows = await rowsOnPath(ctx.db, org.path, type.type)
  const own = rows.find(({ orgId }) => orgId === org.id)
  const above = rows.filter((row) => row !== own)
  const origins = Object.entries(type.keys).map(([name, key]) => ({
    name,
    key,
    now: originOf(key, name, rows),
    before: originOf(key, name, above),
  }))
  const change = own ? await lastChange(ctx.db, org.id, type.type) : undefined
  const tags = type.hasTags ? await tagsAt(ctx, org.path, type.type) : undefined
  const names = await namesOf(ctx.db, [...new Set(origins.flatMap(({ now }) => now.orgId ?? []))])
  const sources = origins.map(({ name, now }) => [name, sourceOf(org, own, name, now, names)] as const)
  return {
    type: type.type,
    orgId: org.id,
    orgName: org.name,
    value: Object.fromEntries(origins.map(({ name, key, now }) => [name, shown(key, now.value)])),
    own: ownValues(type, own),
    inherited: Object.fromEntries(origins.map(({ name, key, before }) => [name, shown(key, before.value)])),
    source: Object.fromEntries(sources),
    fixed: sources.flatMap(([key, { kind, orgId, orgName }]) =>
      kind === 'fixed' && orgId ? [{ key, orgId, orgName }] : [],
    ),
    fixedHere: [...(own?.fixed ?? [])],
    tags: tags ?? null,
    version: own?.version ?? 0,
    schemaVersion: type.schemaVersion,
    schema: await withApplications(ctx, schemaOf(type)),
    mayEdit: decides(type, org) && (await mayDo(ctx, 'edit', org.id)),
    mayFix: decides(type, org) && isDecidedBelow(type, org) && (await mayDo(ctx, 'push', org.id)),
    updatedAt: change?.at.toISOString() ?? null,
    updatedBy: change?.by ?? '',
  }
}

type Key = SettingType['keys'][string]

/** As it goes out; a secret never does. */
export const shown = (key: Key, value: unknown): unknown => (key.isSecret ? null : z.encode(key.schema, value))

/** What was set here itself, as far as it fits its rules. */
const ownValues = (type: SettingType, own: SettingRow | undefined) =>
  Object.fromEntries(
    Object.entries(own?.value ?? {}).flatMap(([name, value]) => {
      const key = keyNamed(type, name)
      if (!key || key.isSecret) return []
      const { success, data } = z.safeEncode(key.schema, value)
      return success ? [[name, data]] : []
    }),
  )

/** Held here by somebody above, or by somebody on the way: fixed. What one has fixed oneself is one's own. */
function sourceOf(
  org: OrgNode,
  own: SettingRow | undefined,
  name: string,
  { orgId, isHeld }: Origin,
  names: ReadonlyMap<string, string>,
): Source {
  const isPinned = own?.pinned[name] !== undefined
  if (isHeld && (orgId !== org.id || isPinned))
    return { kind: 'fixed', orgId, orgName: names.get(orgId ?? '') ?? '上级' }
  if (orgId === null) return { kind: 'standard', orgId, orgName: '' }
  if (orgId === org.id) return { kind: 'own', orgId, orgName: org.name }
  return { kind: 'above', orgId, orgName: names.get(orgId) ?? '' }
}

const here = async (ctx: Ctx) => found(await nodeById(ctx.db, ctx.actor.orgId), '组织')

/** For everybody here: when which application is closed, by this organisation or one above. */
export const readClosings = async (ctx: Ctx) => closingsAt(ctx, (await here(ctx)).path)

export async function readExamReleases(ctx: Ctx, termId: string) {
  const { exams } = await examReleases.read(ctx, (await here(ctx)).path)
  return strictest(exams).filter((exam) => termId === '' || exam.termId === '' || exam.termId === termId)
}

export const readStudentRecord = async (ctx: Ctx) => studentRecord.read(ctx, (await here(ctx)).path)
