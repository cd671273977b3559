import type { Ctx } from '#packages/core'
import { referredTo } from '#packages/db'
import type { Effect, Undone } from '#packages/sheet'
import { holdPeople, removePeople, restorePeople } from '#kernel/identity/server'
import { forgetPlans } from '../seed-queries.ts'
import { holdSchools, publishIds } from '../service/students/placing.ts'
import {
  deleteLinks,
  deleteStudents,
  holdStudents,
  markImportUndone,
  restorePlaces,
  schoolNosTaken,
  standingsOf,
  statesOfLinks,
  storeLinks,
  storeStudents,
} from '../sheet-write-queries.ts'
import type { Before } from './applying.ts'
import { groundOf } from './schools.ts'

interface Deed {
  row: number
  id: string
  mark: string
  before: Before
}
const deedsOf = (effects: readonly Effect[]): Deed[] =>
  effects.map(({ row, id, mark, before }) => ({ row, id, mark, before: before as Before }))
const idsOf = (deeds: readonly Deed[]) => deeds.map(({ id }) => id)

/** Which rows would stay, and why; nothing for those that can be put back. */
export async function undoableRows(ctx: Ctx, orgId: string, effects: readonly Effect[]): Promise<Undone[]> {
  await groundOf(ctx, orgId)
  const kept = await reasonsToKeep(ctx, deedsOf(effects))
  return effects.map(({ row }) => ({ row, kept: kept.get(row) ?? '' }))
}

/** Puts back all that nobody has touched since. */
export async function undoRows(ctx: Ctx, orgId: string, effects: readonly Effect[]): Promise<Undone[]> {
  const { schools } = await groundOf(ctx, orgId)
  await holdSchools(
    ctx,
    schools.map(({ id }) => id),
  )
  await forgetPlans(ctx.db)
  const deeds = deedsOf(effects)
  await holdPeople(
    ctx,
    deeds.map(({ before }) => before.personId),
  )
  await holdStudents(ctx.db, idsOf(deeds))
  const kept = await reasonsToKeep(ctx, deeds)
  const undone = deeds.filter(({ row }) => !kept.has(row))
  if (undone.length > 0) await putBack(ctx, undone)
  return effects.map(({ row }) => ({ row, kept: kept.get(row) ?? '' }))
}

const deletedAtOnce = 200

async function putBack(ctx: Ctx, deeds: readonly Deed[]) {
  const { db, now } = ctx
  const newcomers = deeds.filter(({ before }) => before.kind === 'new')
  const known = deeds.filter(({ before }) => before.kind !== 'new')
  // In pieces: whatever may refer to each of them is asked row by row, and no statement may take long.
  for (let at = 0; at < newcomers.length; at += deletedAtOnce) {
    const piece = newcomers.slice(at, at + deletedAtOnce)
    await deleteStudents(db, idsOf(piece))
    await removePeople(
      ctx,
      piece.flatMap(({ before: { isNewPerson, personId } }) => (isNewPerson ? personId : [])),
    )
  }
  if (known.length > 0) await putBackKnown(ctx, known)
  for (const [at, done] of Map.groupBy(known, ({ before }) => before.at))
    await markImportUndone(db, idsOf(done), at, now)
  await publishIds(ctx, 'student.changed', idsOf(deeds))
}

async function putBackKnown(ctx: Ctx, deeds: readonly Deed[]) {
  const { db, now } = ctx
  const ids = idsOf(deeds)
  await restorePeople(
    ctx,
    deeds.flatMap(({ before }) => before.person ?? []),
  )
  await restorePlaces(
    db,
    ids,
    deeds.flatMap(({ before }) => before.places ?? []),
    now,
  )
  await storeStudents(
    db,
    deeds.flatMap(({ before }) => before.student ?? []),
    now,
  )
  const links = deeds.flatMap(({ before }) => before.links ?? [])
  const were = new Set(links.map(({ id }) => id))
  const added = (await statesOfLinks(db, ids)).filter(({ id }) => !were.has(id))
  await deleteLinks(
    db,
    added.map(({ id }) => id),
  )
  if (links.length > 0) await storeLinks(db, links, now)
}

const changed = '导入后被修改过'

/** By rows. What others have done since is theirs, and stays. */
async function reasonsToKeep(ctx: Ctx, deeds: readonly Deed[]): Promise<Map<number, string>> {
  const standings = new Map((await standingsOf(ctx.db, idsOf(deeds))).map((one) => [one.id, one]))
  const newcomers = deeds.filter(({ before }) => before.kind === 'new')
  const goesAlong = ['student_place', 'student_change', 'guardian_link']
  const referred = await referredTo(ctx.db, 'student', idsOf(newcomers), goesAlong)
  const people = newcomers.flatMap(({ before: { isNewPerson, personId } }) => (isNewPerson ? personId : []))
  const named = await referredTo(ctx.db, 'person', people, ['student', 'invitation'])
  const numbers = deeds.flatMap(({ id, before: { student } }) =>
    student ? { id, orgId: student.org_id, schoolNo: student.school_no } : [],
  )
  const taken = await schoolNosTaken(ctx.db, numbers)
  const reasonFor = ({ id, mark, before }: Deed): string | undefined => {
    const standing = standings.get(id)
    if (!standing) return '已不存在'
    if (before.kind === 'new' && before.isNewPerson && standing.accountId !== null) return '已开通账号'
    const [pupil, person] = mark.split('.')
    const isTouched = before.isNewPerson || before.person !== undefined
    if (standing.mark !== pupil || (isTouched && standing.personMark !== person)) return changed
    if (before.kind === 'new' && (referred.has(id) || named.has(before.personId))) return '已被其他数据引用'
    return taken.has(id) ? '原学号已被他人使用' : undefined
  }
  return new Map(
    deeds.flatMap((deed): [number, string][] => {
      const reason = reasonFor(deed)
      return reason === undefined ? [] : [[deed.row, reason]]
    }),
  )
}
