import type { BodyOf, QueryOf } from '#packages/contract'
import { emptyId, found, newId, notFound, Refusal, scopeOf, type Actor, type Ctx } from '#packages/core'
import { inDistrict, onConstraint, type Cells } from '#packages/db'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { defineJob, enqueue } from '#packages/jobs'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server'
import {
  accountsForMerge,
  endSessionsOfAccount,
  holdPeople,
  mergeAccounts,
  mergePersons,
  openNumbers,
  proposalOfMerge,
  refuseProposal,
  unmergeAccounts,
  unmergePersons,
  withdrawInvitations,
  type MergedPersons,
} from '#kernel/identity/server'
import { holdTree } from '#kernel/org/server'
import { staffApi } from '../../contract.ts'
import {
  findMerge,
  hasOpenMain,
  insertMerge,
  isMergedOn,
  isMerging,
  movePlaces,
  pageOfDuplicates,
  personsOfProposal,
  placesBeside,
  putAside,
  returnPlaces,
  settleMerge,
  type DuplicateRow,
  type MergeRow,
  type MovedPlace,
} from '../merge-queries.ts'
import { guardMerge, refusedPlaces } from '../guards.ts'
import { conceal } from '../hidden.ts'
import { appointMain } from '../place-queries.ts'
import { masked } from '../private-facts.ts'
import { targetsByIds } from '../search-queries.ts'
import { keepingCounts } from './counting.ts'
import { fieldsIn, momentOf } from './presenting.ts'
import { requireAllWithin } from './reach.ts'

const reasonField = 'person_merge.reason'
const afterwardsSeconds = 15

interface Moved {
  places: MovedPlace[]
  persons: MergedPersons
}

/**
 * Two persons are one human being. Written down first, with a job that brings it to its end whatever happens to us; then
 * the directory lets all names lead to the account that goes on; then places and numbers move, in one transaction.
 */
export async function mergePeople(ctx: OwnCtx, form: BodyOf<typeof staffApi.mergePeople>) {
  const id = await inOwnDistrict(ctx, (own) => askForMerge(own, form))
  await carry(ctx.cells, id, (work) => inOwnDistrict(ctx, work))
  return { id }
}

/** Nothing has moved yet; from here on the job will see to it, if nobody else does. */
export async function askForMerge(ctx: Ctx, { keepId, otherId, reason }: BodyOf<typeof staffApi.mergePeople>) {
  const targets = await targetsByIds(ctx.db, scopeOf(ctx, 'user.merge'), [keepId, otherId])
  const personOf = (place: string) =>
    found(
      targets.find(({ id }) => id === place),
      '人员',
    ).personId
  const two = { keepId: personOf(keepId), otherId: personOf(otherId) }
  if (two.keepId === two.otherId) throw new Refusal('所选的是同一个人')
  // Whoever goes on is everything that both were: that is for somebody else to decide.
  if (Object.values(two).includes(ctx.actor.personId)) throw new Refusal('不能合并本人，请由其他管理员办理')
  // Whoever goes on gets all places of the other, with what may be done there.
  for (const personId of Object.values(two)) await requireAllWithin(ctx, 'user.merge', personId)
  // Holds both: of two who merge them at once, each into the other, the second sees that the first has begun.
  const accounts = await accountsForMerge(ctx, two)
  if (await isMerging(ctx.db, Object.values(two))) throw new Refusal('该人员正在合并，请稍候')
  await requireNoneLast(ctx, two)
  await guardMerge(ctx, Object.values(two))
  const fields = await fieldsIn(ctx)
  const id = newId()
  const row = {
    id,
    ...two,
    ...accounts,
    reason: fields.encrypt(reasonField, reason, id),
    by: ctx.actor.personId,
  }
  await insertMerge(ctx.db, row, ctx.now).catch(onConstraint('person_merge_other', '该人员正在合并，请稍候'))
  await noteOperation(ctx, staffApi.mergePeople, [id, two.keepId, two.otherId])
  await enqueueFinish(ctx, id, false)
  return id
}

/** A place that both have is put aside with its roles: not if nobody could run the organisation then. */
async function requireNoneLast(ctx: Ctx, { keepId, otherId }: { keepId: string; otherId: string }) {
  const places = await placesBeside(ctx.db, otherId, keepId)
  const refused = await refusedPlaces(
    ctx,
    places.flatMap(({ id, isAside }) => (isAside ? id : [])),
  )
  for (const reason of refused.values()) throw new Refusal(`要并入的人员${reason}`)
}

const noteOperation = (ctx: Ctx, { path, title }: { path: string; title: string }, objectIds: string[]) =>
  recordOperation(ctx, { route: path, title, objectIds })

const enqueueFinish = (ctx: Ctx, id: string, undo: boolean) =>
  enqueue(ctx, finishMerge, { id, undo }, { startAfter: new Date(ctx.now.getTime() + afterwardsSeconds * 1000) })

type Inside = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** The directory, then the cell. Each step may be done again. */
async function carry(cells: Cells, id: string, inside: Inside) {
  const merge = await inside((ctx) => findMerge(ctx.db, id))
  if (merge?.status !== 'asked') return
  if (merge.keepAccountId && merge.otherAccountId) {
    try {
      await mergeAccounts(cells, merge.keepAccountId, merge.otherAccountId)
    } catch (refusal) {
      if (refusal instanceof Refusal)
        await inside((ctx) => settleMerge(ctx.db, id, { status: 'undone', undoneAt: ctx.now }))
      throw refusal
    }
  }
  await inside((ctx) => move(ctx, id))
}

async function move(ctx: Ctx, id: string) {
  await holdTree(ctx)
  const { keepId, otherId } = found(await findMerge(ctx.db, id))
  await holdPeople(ctx, [keepId, otherId])
  const merge = found(await findMerge(ctx.db, id))
  if (merge.status !== 'asked') return
  const { day } = momentOf(ctx)
  const moved = await keepingCounts(ctx, [keepId, otherId], async (): Promise<Moved> => {
    const places = await placesBeside(ctx.db, otherId, keepId)
    const idsOf = (isAside: boolean) => places.flatMap((place) => (place.isAside === isAside ? place.id : []))
    await putAside(ctx.db, idsOf(true), day, ctx.now)
    await movePlaces(ctx.db, idsOf(false), keepId, !(await hasOpenMain(ctx.db, keepId, day)), ctx.now)
    const persons = await mergePersons(ctx, { keepId, otherId })
    // A link to the one would open the places of both, and a link to the other leads nowhere.
    for (const personId of [keepId, otherId]) await withdrawInvitations(ctx, personId)
    await appointMain(ctx.db, [keepId], day, ctx.now)
    return { places, persons }
  })
  await settleMerge(ctx.db, id, { status: 'done', moved, proposalId: await proposalOfMerge(ctx, merge) })
  await note(ctx, merge, 'merged')
}

async function note(
  ctx: Ctx,
  { keepId, otherId, keepAccountId, otherAccountId }: MergeRow,
  kind: 'merged' | 'unmerged',
) {
  await recordIdentityChange(ctx, kind, '', { personId: keepId, accountId: keepAccountId })
  await recordIdentityChange(ctx, kind, '', { personId: otherId, accountId: otherAccountId })
  // Whoever is in as the other is somebody else now, or nobody: they come in anew.
  if (otherAccountId) await endSessionsOfAccount(ctx, otherAccountId, 'disabled')
}

/** Takes a merge back: what moved goes where it was. */
export async function unmergePeople(ctx: OwnCtx, id: string) {
  await inOwnDistrict(ctx, async (own) => {
    const merge = found(await findMerge(own.db, id), '合并记录')
    const scope = scopeOf(own, 'user.merge')
    if (!scope.district) {
      const { places } = merge.moved as Moved
      const reached = await targetsByIds(
        own.db,
        scope,
        places.map((place) => place.id),
      )
      if (reached.length < places.length) throw notFound('合并记录')
    }
    if (merge.status !== 'done') throw new Refusal('该合并已撤销或尚未完成，请刷新')
    // What has been merged on goes back in the opposite order: names and numbers are with the last one now.
    if (await isMergedOn(own.db, merge.keepId)) throw new Refusal('该人员之后又并入了他人，请先撤销那一次合并')
    await noteOperation(own, staffApi.unmergePeople, [id, merge.keepId, merge.otherId])
    await enqueueFinish(own, id, true)
  })
  await carryBack(ctx.cells, id, (work) => inOwnDistrict(ctx, work))
  return null
}

async function carryBack(cells: Cells, id: string, inside: Inside) {
  const merge = await inside((ctx) => findMerge(ctx.db, id))
  if (merge?.status !== 'done') return
  if (merge.keepAccountId && merge.otherAccountId) await unmergeAccounts(cells, merge.otherAccountId)
  await inside((ctx) => moveBack(ctx, id))
}

async function moveBack(ctx: Ctx, id: string) {
  await holdTree(ctx)
  const { keepId, otherId } = found(await findMerge(ctx.db, id))
  await holdPeople(ctx, [keepId, otherId])
  const merge = found(await findMerge(ctx.db, id))
  if (merge.status !== 'done') return
  const { places, persons } = merge.moved as Moved
  await keepingCounts(ctx, [keepId, otherId], async () => {
    await returnPlaces(ctx.db, places, otherId, ctx.now)
    await unmergePersons(ctx, { keepId, otherId }, persons)
    await appointMain(ctx.db, [keepId, otherId], momentOf(ctx).day, ctx.now)
  })
  await settleMerge(ctx.db, id, { status: 'undone', undoneAt: ctx.now })
  await note(ctx, merge, 'unmerged')
}

const nobody = { kind: 'job', userId: emptyId, orgId: emptyId, sessionId: emptyId, permissions: new Map() } as const

/** Brings a merge, or the taking back of one, to its end. Normally that has happened long before. */
export const finishMerge = defineJob<{ id: string; undo: boolean }>({
  name: 'person-merge.finish',
  title: '完成人员合并',
  retries: 20,
  handleOutside: async ({ cells, districtId, now }, { id, undo }) => {
    const actor: Actor = { ...nobody, districtId, accountId: emptyId, personId: emptyId }
    const inside: Inside = (work) => inDistrict(cells, districtId, (db) => work({ actor, db, now, requestId: newId() }))
    await (undo ? carryBack(cells, id, inside) : carry(cells, id, inside))
  },
})

export async function refuseMerge(ctx: Ctx, id: string) {
  scopeOf(ctx, 'user.merge')
  for (const personId of await personsOfProposal(ctx.db, id)) await requireAllWithin(ctx, 'user.merge', personId)
  if (!(await refuseProposal(ctx, id))) throw notFound('重复人员')
  return null
}

export async function listDuplicates(ctx: Ctx, query: QueryOf<typeof staffApi.duplicates>) {
  const { items, ...counts } = await pageOfDuplicates(ctx.db, scopeOf(ctx, 'user.merge'), query)
  const fields = await fieldsIn(ctx)
  const bytes = (hex: string | null) => (hex ? Buffer.from(hex, 'hex') : null)
  const present = ({ phone, idCard, accountId, personId, ...rest }: DuplicateRow['one']) => {
    const numbers = openNumbers(fields, { personId, phone: bytes(phone), idCard: bytes(idCard) })
    const account = accountId ? '已开通' : '未开通'
    const told = { mobile: masked('mobile', numbers.phone), idCard: masked('idCard', numbers.idCard) }
    return { ...rest, ...conceal(ctx, told), account }
  }
  return {
    ...counts,
    items: items.map(({ one, other, reason, createdAt, ...row }) => ({
      ...row,
      one: present(one),
      other: present(other),
      reason: reason ? fields.decrypt(reasonField, reason, row.mergeId!) : '填写过同一身份证号',
      createdAt: createdAt.toISOString(),
    })),
  }
}
