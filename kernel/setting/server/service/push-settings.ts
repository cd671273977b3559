import { isDeepStrictEqual } from 'node:util'
import { changedByOthers, invalid, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { settingPushed, type SettingComparison, type SettingPushForm, type SettingPushPreview } from '../../contract.ts'
import { listPushedSettings } from '../setting-history-queries.ts'
import { isDecidedBySchools } from '../setting-policy.ts'
import { listRowsOfType, listSchoolsInScope, type NextSettingRow, type OrgNode } from '../setting-queries.ts'
import { findSettingKey, toSettingSchema, type SettingType } from '../setting-types.ts'
import { createPathIndex, resolveKey, type SettingRow } from '../resolve-settings.ts'
import { hasSettingPermission, getSettingType, presentValue } from './setting-state.ts'
import { parseValues } from './save-settings.ts'
import { writeVersions } from './write-settings.ts'

const pushPermission = 'setting.push'
const schoolsAtMost = 5_000
const namesShown = 5
const namesCompared = 200

/** A school with the rows on its path and its own row. */
interface SchoolSettings {
  org: OrgNode
  rows: readonly SettingRow[]
  own: SettingRow | undefined
}

async function listSchoolSettings(ctx: Ctx, type: SettingType): Promise<SchoolSettings[]> {
  const schools = await listSchoolsInScope(ctx.db, scopeOf(ctx, pushPermission), schoolsAtMost)
  const onPath = createPathIndex(await listRowsOfType(ctx.db, type.type))
  return schools.map((org) => {
    const rows = onPath(org.path)
    return { org, rows, own: rows.find(({ orgId }) => orgId === org.id) }
  })
}

/** Pushes are made for the caller's own organisation, also while she visits another one. */
const getHomeOrgId = ({ actor }: Ctx) => actor.homeOrgId ?? actor.orgId

interface PushPlan {
  type: SettingType
  next: { org: OrgNode; row: NextSettingRow }[]
  same: number
  blocked: number
}

async function planPush(ctx: Ctx, form: SettingPushForm): Promise<PushPlan> {
  const type = getSettingType(ctx, form.type)
  if (!isDecidedBySchools(type) || type.hasTags) throw new Refusal(`“${type.title}”不能下发到学校`)
  if (form.fixed.some((key) => !Object.hasOwn(form.value, key)))
    throw invalid([{ field: 'fixed', msg: '只能锁定正在下发的设置项' }])
  const joined = Object.keys(form.value).find((key) => findSettingKey(type, key)?.isJoined)
  if (joined) throw new Refusal(`${findSettingKey(type, joined)!.title}：上级的内容对下级始终有效，不需要下发`)
  const newValues = await parseValues(ctx, type, form.value)
  const targets = await listChosenSchools(ctx, type, form)
  const fromId = getHomeOrgId(ctx)
  const result: PushPlan = { type, next: [], same: 0, blocked: 0 }
  const higher = await findHigherLockOwners(
    ctx,
    targets.map(({ own }) => own?.pinned ?? {}),
  )
  for (const target of targets) {
    const planned = planSchool(type, target, newValues, form.fixed, { fromId, higher })
    if (planned === 'same') result.same++
    else if (planned === 'blocked') result.blocked++
    else result.next.push({ org: target.org, row: planned })
  }
  return result
}

async function listChosenSchools(ctx: Ctx, type: SettingType, { orgs }: SettingPushForm): Promise<SchoolSettings[]> {
  const targets = await listSchoolSettings(ctx, type)
  if ('all' in orgs) return targets
  const wanted = new Set(orgs.ids)
  const named = targets.filter(({ org }) => wanted.has(org.id))
  if (named.length < wanted.size) throw notFound('学校')
  return named
}

/** Those lock owners that the caller may not decide for: their locks stay. */
async function findHigherLockOwners(ctx: Ctx, pins: readonly SettingRow['pinned'][]): Promise<ReadonlySet<string>> {
  const higher = new Set<string>()
  if (scopeOf(ctx, pushPermission).district) return higher
  for (const lockOwner of new Set(pins.flatMap((pinned) => Object.values(pinned))))
    if (lockOwner !== getHomeOrgId(ctx) && !(await hasSettingPermission(ctx, 'push', lockOwner))) higher.add(lockOwner)
  return higher
}

/** The next row of one school; or that it is the same already; or that an organisation in between blocks it. */
function planSchool(
  type: SettingType,
  { org, rows, own }: SchoolSettings,
  newValues: Readonly<Record<string, unknown>>,
  fixed: readonly string[],
  { fromId, higher }: { fromId: string; higher: ReadonlySet<string> },
): NextSettingRow | 'same' | 'blocked' {
  const above = rows.filter((row) => row !== own)
  const value: Record<string, unknown> = { ...own?.value }
  const pinned: Record<string, string> = { ...own?.pinned }
  let isChanged = false
  for (const [name, wanted] of Object.entries(newValues)) {
    const key = findSettingKey(type, name)!
    const isWanted = isDeepStrictEqual(resolveKey(key, name, rows).value, wanted)
    if (resolveKey(key, name, above).isLocked || higher.has(pinned[name] ?? '')) {
      if (!isWanted) return 'blocked'
      continue
    }
    const shallPin = fixed.includes(name)
    if (isWanted && shallPin === (pinned[name] !== undefined)) continue
    isChanged = true
    value[name] = wanted
    if (shallPin) pinned[name] = fromId
    else delete pinned[name]
  }
  if (!isChanged) return 'same'
  return { orgId: org.id, value, pinned, fixed: own?.fixed ?? [], follows: own?.version ?? 0 }
}

const summarisePlan = ({ next, same, blocked }: PushPlan): SettingPushPreview => ({
  changing: next.length,
  same,
  blocked,
  names: next.slice(0, namesShown).map(({ org }) => org.name),
})

export const previewPush = async (ctx: Ctx, form: SettingPushForm): Promise<SettingPushPreview> =>
  summarisePlan(await planPush(ctx, form))

/** All schools or none: a concurrent change of one school restarts the push. */
export async function pushSetting(ctx: Ctx, form: SettingPushForm) {
  const planned = await planPush(ctx, form)
  const { type } = planned
  const pushId = newId()
  const rows = planned.next.map(({ row }) => row)
  const written = await writeVersions(ctx, rows, { type: type.type, cause: 'push', pushId })
  if (written.length < rows.length) throw changedByOthers()
  if (written.length > 0) await publish(ctx, settingPushed, { pushId, type: type.type })
  return { ...summarisePlan(planned), pushId }
}

/** Restores the values before the push, except where somebody has changed them since. */
export async function undoPush(ctx: Ctx, pushId: string) {
  const reachable = new Set(
    (await listSchoolsInScope(ctx.db, scopeOf(ctx, pushPermission), schoolsAtMost)).map(({ id }) => id),
  )
  const pushed = (await listPushedSettings(ctx.db, pushId)).filter(({ orgId }) => reachable.has(orgId))
  const first = pushed[0]
  if (!first) throw notFound('下发记录')
  const higher = await findHigherLockOwners(
    ctx,
    pushed.map(({ pinned }) => pinned),
  )
  const next = pushed
    .filter(({ isCurrent, pinned }) => isCurrent && !Object.values(pinned).some((lockOwner) => higher.has(lockOwner)))
    .map(({ orgId, version, before }) => ({
      orgId,
      follows: version,
      ...(before ?? { value: {}, fixed: [], pinned: {} }),
    }))
  if (next.length === 0) throw new Refusal('各学校在下发之后都已修改，没有可以撤销的内容')
  const written = await writeVersions(ctx, next, { type: first.type, cause: 'undo', pushId })
  return { restored: written.length, skipped: pushed.length - written.length }
}

/** For each key, the values and the number of schools with each. */
export async function compareSettings(ctx: Ctx, name: string): Promise<SettingComparison> {
  const type = getSettingType(ctx, name)
  const targets = await listSchoolSettings(ctx, type)
  const keys = Object.entries(type.keys).map(([key, spec]) => {
    const groups = new Map<string, { value: unknown; names: string[] }>()
    for (const { org, rows } of targets) {
      const value = presentValue(spec, resolveKey(spec, key, rows).value)
      const serialised = JSON.stringify(value)
      const group = groups.get(serialised) ?? { value, names: [] }
      group.names.push(org.name)
      groups.set(serialised, group)
    }
    return {
      key,
      groups: [...groups.values()]
        .map(({ value, names }) => ({ value, count: names.length, names: names.slice(0, namesCompared) }))
        .toSorted((a, b) => b.count - a.count),
    }
  })
  return {
    schools: targets.map(({ org: { id, name: orgName } }) => ({ id, name: orgName })),
    schema: toSettingSchema(type),
    keys,
  }
}
