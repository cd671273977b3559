import { isDeepStrictEqual } from 'node:util'
import { changedByOthers, invalid, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import type { Comparison, PushForm, PushPreview } from '../../contract.ts'
import { settingPushed } from '../events.ts'
import { pushedIn } from '../history-queries.ts'
import { reachesSchools } from '../policy.ts'
import { rowsOfType, schoolsWithin, type NextRow, type OrgNode } from '../queries.ts'
import { keyNamed, schemaOf, type SettingType } from '../registry.ts'
import { originOf, type SettingRow } from '../resolve.ts'
import { mayDo, namedType, shown } from './reading.ts'
import { readGiven } from './saving.ts'
import { write } from './writing.ts'

const right = 'setting.push'
const schoolsAtMost = 5_000
const namesShown = 5
const namesCompared = 200

/** A school, with what is set on the way to it and by itself. */
interface Place {
  org: OrgNode
  rows: readonly SettingRow[]
  own: SettingRow | undefined
}

async function placesFor(ctx: Ctx, type: SettingType): Promise<Place[]> {
  const schools = await schoolsWithin(ctx.db, scopeOf(ctx, right), schoolsAtMost)
  const rows = new Map((await rowsOfType(ctx.db, type.type)).map((row) => [row.orgId.replaceAll('-', ''), row]))
  return schools.map((org) => {
    const onPath = org.path.split('.').flatMap((id) => rows.get(id.replaceAll('-', '')) ?? [])
    return { org, rows: onPath, own: onPath.find(({ orgId }) => orgId === org.id) }
  })
}

/** Whoever decides for schools does so for the organisation where she belongs, also while she visits one. */
const homeOf = ({ actor }: Ctx) => actor.homeOrgId ?? actor.orgId

interface Plan {
  type: SettingType
  next: { org: OrgNode; row: NextRow }[]
  same: number
  blocked: number
}

async function plan(ctx: Ctx, form: PushForm): Promise<Plan> {
  const type = namedType(form.type)
  if (!reachesSchools(type) || type.hasTags) throw new Refusal(`“${type.title}”不能下发到学校`)
  if (form.fixed.some((key) => !Object.hasOwn(form.value, key)))
    throw invalid([{ field: 'fixed', msg: '只能锁定正在下发的设置项' }])
  const joined = Object.keys(form.value).find((key) => keyNamed(type, key)?.isJoined)
  if (joined) throw new Refusal(`${keyNamed(type, joined)!.title}：上级的内容对下级始终有效，不需要下发`)
  const given = await readGiven(ctx, type, form.value)
  const places = await chosen(ctx, type, form)
  const fromId = homeOf(ctx)
  const result: Plan = { type, next: [], same: 0, blocked: 0 }
  const higher = await higherHolders(
    ctx,
    places.map(({ own }) => own?.pinned ?? {}),
  )
  for (const place of places) {
    const fate = fateOf(type, place, given, form.fixed, { fromId, higher })
    if (fate === 'same') result.same++
    else if (fate === 'blocked') result.blocked++
    else result.next.push({ org: place.org, row: fate })
  }
  return result
}

async function chosen(ctx: Ctx, type: SettingType, { orgs }: PushForm): Promise<Place[]> {
  const places = await placesFor(ctx, type)
  if ('all' in orgs) return places
  const wanted = new Set(orgs.ids)
  const named = places.filter(({ org }) => wanted.has(org.id))
  if (named.length < wanted.size) throw notFound('学校')
  return named
}

/** Of those who keep something in these schools, the ones whom the caller may not decide for: what they keep stays. */
async function higherHolders(ctx: Ctx, pins: readonly SettingRow['pinned'][]): Promise<ReadonlySet<string>> {
  const higher = new Set<string>()
  if (scopeOf(ctx, right).district) return higher
  for (const holder of new Set(pins.flatMap((pinned) => Object.values(pinned))))
    if (holder !== homeOf(ctx) && !(await mayDo(ctx, 'push', holder))) higher.add(holder)
  return higher
}

/** What one school's row becomes; or that it is as wanted already; or that somebody in between wants it otherwise. */
function fateOf(
  type: SettingType,
  { org, rows, own }: Place,
  given: Readonly<Record<string, unknown>>,
  fixed: readonly string[],
  { fromId, higher }: { fromId: string; higher: ReadonlySet<string> },
): NextRow | 'same' | 'blocked' {
  const above = rows.filter((row) => row !== own)
  const value: Record<string, unknown> = { ...own?.value }
  const pinned: Record<string, string> = { ...own?.pinned }
  let isChanged = false
  for (const [name, wanted] of Object.entries(given)) {
    const key = keyNamed(type, name)!
    const isWanted = isDeepStrictEqual(originOf(key, name, rows).value, wanted)
    if (originOf(key, name, above).isHeld || higher.has(pinned[name] ?? '')) {
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

const counted = ({ next, same, blocked }: Plan): PushPreview => ({
  changing: next.length,
  same,
  blocked,
  names: next.slice(0, namesShown).map(({ org }) => org.name),
})

export const previewPush = async (ctx: Ctx, form: PushForm): Promise<PushPreview> => counted(await plan(ctx, form))

/** All of them or none: a school that was changed in the same moment makes it start again. */
export async function push(ctx: Ctx, form: PushForm) {
  const planned = await plan(ctx, form)
  const { type } = planned
  const pushId = newId()
  const rows = planned.next.map(({ row }) => row)
  const written = await write(ctx, rows, { type: type.type, cause: 'push', pushId })
  if (written.length < rows.length) throw changedByOthers()
  if (written.length > 0) await publish(ctx, settingPushed, { pushId, type: type.type })
  return { ...counted(planned), pushId }
}

/** Puts back what stood there before, wherever nobody has changed it since. */
export async function undoPush(ctx: Ctx, pushId: string) {
  const reachable = new Set((await schoolsWithin(ctx.db, scopeOf(ctx, right), schoolsAtMost)).map(({ id }) => id))
  const pushed = (await pushedIn(ctx.db, pushId)).filter(({ orgId }) => reachable.has(orgId))
  const first = pushed[0]
  if (!first) throw notFound('下发记录')
  const higher = await higherHolders(
    ctx,
    pushed.map(({ pinned }) => pinned),
  )
  const next = pushed
    .filter(({ isCurrent, pinned }) => isCurrent && !Object.values(pinned).some((holder) => higher.has(holder)))
    .map(({ orgId, version, before }) => ({
      orgId,
      follows: version,
      ...(before ?? { value: {}, fixed: [], pinned: {} }),
    }))
  if (next.length === 0) throw new Refusal('各学校在下发之后都已修改，没有可以撤销的内容')
  const written = await write(ctx, next, { type: first.type, cause: 'undo', pushId })
  return { restored: written.length, kept: pushed.length - written.length }
}

/** For each key, which values there are and how many schools have them. */
export async function compare(ctx: Ctx, name: string): Promise<Comparison> {
  const type = namedType(name)
  const places = await placesFor(ctx, type)
  const keys = Object.entries(type.keys).map(([key, spec]) => {
    const groups = new Map<string, { value: unknown; names: string[] }>()
    for (const { org, rows } of places) {
      const value = shown(spec, originOf(spec, key, rows).value)
      const word = JSON.stringify(value)
      const group = groups.get(word) ?? { value, names: [] }
      group.names.push(org.name)
      groups.set(word, group)
    }
    return {
      key,
      groups: [...groups.values()]
        .map(({ value, names }) => ({ value, count: names.length, names: names.slice(0, namesCompared) }))
        .toSorted((a, b) => b.count - a.count),
    }
  })
  return { schools: places.map(({ org: { id, name: word } }) => ({ id, name: word })), schema: schemaOf(type), keys }
}
