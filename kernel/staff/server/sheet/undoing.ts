import { scopeOf, type Ctx } from '#packages/core'
import { referredTo } from '#packages/db'
import type { Effect, Undone } from '#packages/sheet'
import { recordIdentityChanges } from '#kernel/audit/server'
import { holdPeople, removePeople, restorePeople } from '#kernel/identity/server'
import { holdTree } from '#kernel/org/server'
import { markPlacesChanged } from '../file-queries.ts'
import { refusedPlaces } from '../guards.ts'
import { keepingCounts } from '../service/counting.ts'
import { identityKinds } from '../service/editing.ts'
import { keepHistories } from '../service/history.ts'
import { momentOf } from '../service/presenting.ts'
import { storeFiles } from '../seed-queries.ts'
import {
  blockedReturns,
  deleteFiles,
  deletePlaces,
  holdPlacesWhole,
  phonesTaken,
  standingsOf,
  storePlaces,
  type Standing,
} from '../sheet-queries.ts'
import type { Before } from './applying.ts'
import { groundOf } from './units.ts'

interface Deed {
  row: number
  id: string
  mark: string
  before: Before
}
const deedsOf = (effects: readonly Effect[]): Deed[] =>
  effects.map(({ row, id, mark, before }) => ({ row, id, mark, before: before as Before }))

/** Which rows would stay, and why; nothing for those that can be put back. */
export async function undoableRows(ctx: Ctx, orgId: string, effects: readonly Effect[]): Promise<Undone[]> {
  await groundOf(ctx, orgId)
  const kept = await reasonsToKeep(ctx, deedsOf(effects))
  return effects.map(({ row }) => ({ row, kept: kept.get(row) ?? '' }))
}

/** Puts back all that nobody has touched since. */
export async function undoRows(ctx: Ctx, orgId: string, effects: readonly Effect[]): Promise<Undone[]> {
  await holdTree(ctx)
  await groundOf(ctx, orgId)
  const deeds = deedsOf(effects)
  await holdPeople(
    ctx,
    deeds.map(({ before }) => before.personId),
  )
  const added = deeds.filter(({ before }) => before.kind !== 'change')
  await holdPlacesWhole(
    ctx.db,
    added.map(({ id }) => id),
  )
  const kept = await reasonsToKeep(ctx, deeds)
  const undone = deeds.filter(({ row }) => !kept.has(row))
  const people = [...new Set(undone.map(({ before }) => before.personId))]
  if (people.length > 0) await keepingCounts(ctx, people, () => putBack(ctx, undone))
  await noteDown(ctx, undone)
  return effects.map(({ row }) => ({ row, kept: kept.get(row) ?? '' }))
}

const idsOf = (deeds: readonly Deed[]) => deeds.map(({ id }) => id)
const peopleOf = (deeds: readonly Deed[]) => deeds.map(({ before }) => before.personId)

async function putBack(ctx: Ctx, deeds: readonly Deed[]) {
  const added = deeds.filter(({ before }) => before.kind !== 'change')
  const newcomers = added.filter(({ before }) => before.kind === 'person')
  const { db, now } = ctx
  await deletePlaces(db, idsOf(added))
  const noFile = deeds.filter(({ before }) => before.kind === 'person' || before.file === null)
  await deleteFiles(db, peopleOf(noFile))
  await removePeople(ctx, peopleOf(newcomers))
  await restorePeople(
    ctx,
    deeds.flatMap(({ before }) => before.person ?? []),
  )
  const files = deeds.flatMap(({ before }) => before.file ?? [])
  if (files.length > 0) await storeFiles(db, files, now)
  const places = deeds.flatMap(({ before }) => before.place ?? [])
  if (places.length > 0) await storePlaces(db, places, now)
  const touched = deeds.filter(({ before }) => before.differences.some(({ of }) => of !== 'place'))
  await markPlacesChanged(db, peopleOf(touched), idsOf(touched))
}

async function noteDown(ctx: Ctx, deeds: readonly Deed[]) {
  await recordIdentityChanges(
    ctx,
    '',
    deeds.flatMap(({ before: { kind, personId, accountId, differences } }) => [
      ...(kind === 'change' ? [] : [{ kind: 'place-ended' as const, personId, accountId }]),
      ...identityKinds(differences).map((change) => ({ kind: change, personId, accountId })),
    ]),
  )
  await keepHistories(
    ctx,
    deeds.map(({ id, before: { personId, differences } }) => ({
      place: { id, personId },
      differences: differences.map(({ before, after, ...one }) => ({ ...one, before: after, after: before })),
    })),
  )
}

const changed = '导入后被修改过'
const referred = '已被其他数据引用'

/** By rows. What others have done since is theirs, and stays. */
async function reasonsToKeep(ctx: Ctx, deeds: readonly Deed[]): Promise<Map<number, string>> {
  const { day } = momentOf(ctx)
  const scope = scopeOf(ctx, 'user.edit')
  const standings = new Map((await standingsOf(ctx.db, scope, idsOf(deeds), day)).map((one) => [one.id, one]))
  const added = deeds.filter(({ before }) => before.kind !== 'change')
  const newcomers = added.filter(({ before }) => before.kind === 'person')
  const places = await referredTo(ctx.db, 'membership', idsOf(added), [])
  const alongside = ['membership', 'staff_file', 'invitation']
  const people = await referredTo(ctx.db, 'person', peopleOf(newcomers), alongside)
  const guarded = await refusedPlaces(ctx, idsOf(added))
  const returning = deeds.flatMap(({ id, before: { place } }) =>
    place ? { id, departmentId: place.department_id } : [],
  )
  const blocked = await blockedReturns(ctx.db, returning)
  const phones = deeds.flatMap(({ before: { person } }) =>
    person?.phone_hash ? { personId: person.id, hash: person.phone_hash } : [],
  )
  const taken = await phonesTaken(ctx.db, phones)

  const reasonFor = (deed: Deed): string | undefined => {
    const standing = standings.get(deed.id)
    if (!standing) return '已不存在'
    const { kind, personId, differences } = deed.before
    const own = kind === 'person' ? reasonForNewcomer(standing, deed) : reasonForKnown(standing, deed)
    if (own) return own
    if (kind !== 'change') {
      const guard = guarded.get(deed.id)
      if (guard) return guard
      if (places.has(deed.id) || people.has(personId)) return referred
    }
    const back = blocked.get(deed.id)
    if (back !== undefined && differences.some(({ field }) => field === 'departmentId'))
      return back ? '原部门已撤销' : '已有其他任职'
    if (taken.has(personId) && differences.some(({ field }) => field === 'mobile')) return '原手机号已被他人使用'
    return undefined
  }
  return new Map(
    deeds.flatMap((deed): [number, string][] => {
      const reason = reasonFor(deed)
      return reason === undefined ? [] : [[deed.row, reason]]
    }),
  )
}

function reasonForNewcomer({ placeMark, personMark, accountId, others }: Standing, { mark }: Deed) {
  if (accountId !== null) return '已开通账号'
  if (others > 0) return '已有其他任职'
  return `${placeMark}.${personMark}` === mark ? undefined : changed
}

/** Who somebody is counts only where the import has changed it. */
function reasonForKnown({ placeMark, personMark, isElsewhere, personId }: Standing, { mark, before }: Deed) {
  const [place, person] = mark.split('.')
  if (placeMark !== place || personId !== before.personId) return changed
  if (!before.person) return undefined
  if (personMark !== person) return changed
  return isElsewhere ? '已有其他任职' : undefined
}
