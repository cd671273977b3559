import type { BodyOf, QueryOf } from '#packages/contract'
import { emptyId, orNotFound, newId, notFound, Refusal, scopeOf, type Actor, type Ctx } from '#packages/core'
import { inDistrict, onConstraint, type Cells } from '#packages/db'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { defineJob, enqueue } from '#packages/jobs'
import { moveTasksToPerson } from '#kernel/approval/server/api.ts'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server/api.ts'
import {
  getMergeAccounts,
  endSessionsOfAccount,
  lockPeople,
  mergeAccounts,
  mergePersons,
  decryptNumbers,
  settleMergeProposal,
  refuseMergeProposal,
  unmergeAccounts,
  unmergePersons,
  withdrawInvitations,
  type MergedPersons,
} from '#kernel/identity/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import { staffApi } from '../../contract.ts'
import {
  findMerge,
  hasOpenMain,
  insertMerge,
  isMergedIntoAnother,
  isMerging,
  moveMemberships,
  getDuplicatePage,
  listProposalPersons,
  lockMembershipsToMerge,
  endDuplicateMemberships,
  restoreMemberships,
  updateMergeStatus,
  type DuplicateRow,
  type MergeRow,
  type MovedMembership,
} from '../merge-queries.ts'
import { guardMerge, listRefusedMemberships } from '../membership-guards.ts'
import { maskHiddenFields } from '../hidden-fields.ts'
import { appointMainMembership } from '../membership-queries.ts'
import { checkContents, mergeContents, unmergeContents, type MovedContents } from '../person-contents.ts'
import { maskField } from '../private-facts.ts'
import { listTargetsByIds } from '../search-queries.ts'
import { changeWithCounts } from './member-counts.ts'
import { getFieldCipher, getMoment } from './staff-presentation.ts'
import { requireAllInScope } from './staff-scope.ts'

const reasonField = 'person_merge.reason'
const afterwardsSeconds = 15

interface MovedRows {
  places: MovedMembership[]
  persons: MergedPersons
  contents?: MovedContents
}

/**
 * Merges two people. First the merge is stored together with a job that completes it after a crash; then the directory
 * database points all sign-in names to the remaining account; then memberships and numbers move in one transaction.
 */
export async function mergePeople(ctx: RequestCtx, form: BodyOf<typeof staffApi.mergePeople>) {
  const id = await inOwnDistrict(ctx, (own) => requestMerge(own, form))
  await runMerge(ctx.cells, id, (work) => inOwnDistrict(ctx, work))
  return { id }
}

/** Nothing has moved yet; from here on the job completes the merge if this process does not. */
export async function requestMerge(ctx: Ctx, { keepId, otherId, reason }: BodyOf<typeof staffApi.mergePeople>) {
  const targets = await listTargetsByIds(ctx.db, scopeOf(ctx, 'user.merge'), [keepId, otherId])
  const personOf = (membershipId: string) =>
    orNotFound(
      targets.find(({ id }) => id === membershipId),
      '人员',
    ).personId
  const two = { keepId: personOf(keepId), otherId: personOf(otherId) }
  if (two.keepId === two.otherId) throw new Refusal('所选的是同一个人')
  // The remaining person gets the rights of both, so another administrator must decide.
  if (Object.values(two).includes(ctx.actor.personId)) throw new Refusal('不能合并本人，请由其他管理员办理')
  // The remaining person gets all memberships of the other with their rights, so all must be in scope.
  for (const personId of Object.values(two)) await requireAllInScope(ctx, 'user.merge', personId)
  // Locks both people: of two concurrent merges in opposite directions the second sees the first.
  const accounts = await getMergeAccounts(ctx, two)
  if (await isMerging(ctx.db, Object.values(two))) throw new Refusal('该人员正在合并，请稍候')
  await requireNoLastAdministrator(ctx, two)
  await guardMerge(ctx, Object.values(two))
  await checkContents(ctx, two)
  const fields = await getFieldCipher(ctx)
  const id = newId()
  const row = {
    id,
    ...two,
    ...accounts,
    reason: fields.encrypt(reasonField, reason, id),
    by: ctx.actor.personId,
  }
  await insertMerge(ctx.db, row, ctx.now).catch(onConstraint('person_merge_other', '该人员正在合并，请稍候'))
  await recordMergeOperation(ctx, staffApi.mergePeople, [id, two.keepId, two.otherId])
  await enqueueFinishMerge(ctx, id, false)
  return id
}

/** A duplicate membership is ended with its roles; refuses if it is the organisation's last administrator. */
async function requireNoLastAdministrator(ctx: Ctx, { keepId, otherId }: { keepId: string; otherId: string }) {
  const memberships = await lockMembershipsToMerge(ctx.db, otherId, keepId)
  const refused = await listRefusedMemberships(
    ctx,
    memberships.flatMap(({ id, isAside }) => (isAside ? id : [])),
    'merge',
  )
  for (const { reason } of refused.values()) throw new Refusal(`要并入的人员${reason}`)
}

const recordMergeOperation = (ctx: Ctx, { path, title }: { path: string; title: string }, objectIds: string[]) =>
  recordOperation(ctx, { route: path, title, objectIds })

const enqueueFinishMerge = (ctx: Ctx, id: string, undo: boolean) =>
  enqueue(ctx, finishMerge, { id, undo }, { startAfter: new Date(ctx.now.getTime() + afterwardsSeconds * 1000) })

type RunInDistrict = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** First the directory database, then the cell. Each step can be repeated. */
async function runMerge(cells: Cells, id: string, inside: RunInDistrict) {
  const merge = await inside((ctx) => findMerge(ctx.db, id))
  if (merge?.status !== 'requested') return
  if (merge.keepAccountId && merge.otherAccountId) {
    try {
      await mergeAccounts(cells, merge.keepAccountId, merge.otherAccountId)
    } catch (refusal) {
      if (refusal instanceof Refusal)
        await inside((ctx) => updateMergeStatus(ctx.db, id, { status: 'undone', undoneAt: ctx.now }))
      throw refusal
    }
  }
  await inside((ctx) => moveMergedRows(ctx, id))
}

async function moveMergedRows(ctx: Ctx, id: string) {
  await lockTree(ctx)
  const { keepId, otherId } = orNotFound(await findMerge(ctx.db, id))
  await lockPeople(ctx, [keepId, otherId])
  const merge = orNotFound(await findMerge(ctx.db, id))
  if (merge.status !== 'requested') return
  const { day } = getMoment(ctx)
  const places = await lockMembershipsToMerge(ctx.db, otherId, keepId)
  const successors = new Map(places.flatMap(({ id: from, keptId }) => (keptId ? [[from, keptId] as const] : [])))
  const move = async (): Promise<MovedRows> => {
    const idsOf = (isAside: boolean) =>
      places.flatMap((membership) => (membership.isAside === isAside ? membership.id : []))
    await endDuplicateMemberships(ctx.db, idsOf(true), day, ctx.now)
    await moveMemberships(ctx.db, idsOf(false), keepId, !(await hasOpenMain(ctx.db, keepId, day)), ctx.now)
    const persons = await mergePersons(ctx, { keepId, otherId })
    await moveTasksToPerson(ctx, idsOf(false), keepId)
    // An invitation of one person would open the memberships of both.
    for (const personId of [keepId, otherId]) await withdrawInvitations(ctx, personId)
    await appointMainMembership(ctx.db, [keepId], day, ctx.now)
    return { places, persons, contents: await mergeContents(ctx, { keepId, otherId, successors }) }
  }
  // The directory has already changed, so a flow that cannot move must not refuse the rest.
  const approvals = { successors, mode: 'date', remainingPersonId: keepId } as const
  const moved = await changeWithCounts(ctx, [keepId, otherId], move, approvals)
  await updateMergeStatus(ctx.db, id, { status: 'done', moved, proposalId: await settleMergeProposal(ctx, merge) })
  await recordMerge(ctx, merge, 'merged')
}

async function recordMerge(
  ctx: Ctx,
  { keepId, otherId, keepAccountId, otherAccountId }: MergeRow,
  kind: 'merged' | 'unmerged',
) {
  await recordIdentityChange(ctx, kind, { personId: keepId, accountId: keepAccountId })
  await recordIdentityChange(ctx, kind, { personId: otherId, accountId: otherAccountId })
  // Sessions of the merged account must sign in again as the remaining person.
  if (otherAccountId) await endSessionsOfAccount(ctx, otherAccountId, 'disabled')
}

/** Undoes a merge: everything moves back. */
export async function unmergePeople(ctx: RequestCtx, id: string) {
  await inOwnDistrict(ctx, async (own) => {
    const merge = orNotFound(await findMerge(own.db, id), '合并记录')
    const scope = scopeOf(own, 'user.merge')
    if (!scope.district) {
      const { places } = merge.moved as MovedRows
      const reached = await listTargetsByIds(
        own.db,
        scope,
        places.map((place) => place.id),
      )
      if (reached.length < places.length) throw notFound('合并记录')
    }
    if (merge.status !== 'done') throw new Refusal('该合并已撤销或尚未完成，请刷新')
    // Chained merges are undone in reverse order, because names and numbers are with the last person.
    if (await isMergedIntoAnother(own.db, merge.keepId)) throw new Refusal('该人员之后又并入了他人，请先撤销那一次合并')
    await recordMergeOperation(own, staffApi.unmergePeople, [id, merge.keepId, merge.otherId])
    await enqueueFinishMerge(own, id, true)
  })
  await runUnmerge(ctx.cells, id, (work) => inOwnDistrict(ctx, work))
  return null
}

async function runUnmerge(cells: Cells, id: string, inside: RunInDistrict) {
  const merge = await inside((ctx) => findMerge(ctx.db, id))
  if (merge?.status !== 'done') return
  if (merge.keepAccountId && merge.otherAccountId) await unmergeAccounts(cells, merge.otherAccountId)
  await inside((ctx) => restoreMergedRows(ctx, id))
}

async function restoreMergedRows(ctx: Ctx, id: string) {
  await lockTree(ctx)
  const { keepId, otherId } = orNotFound(await findMerge(ctx.db, id))
  await lockPeople(ctx, [keepId, otherId])
  const merge = orNotFound(await findMerge(ctx.db, id))
  if (merge.status !== 'done') return
  const { places, persons, contents } = merge.moved as MovedRows
  const restored = places.flatMap(({ id: membershipId, isAside }) => (isAside ? [] : membershipId))
  await changeWithCounts(
    ctx,
    [keepId, otherId],
    async () => {
      await restoreMemberships(ctx.db, places, otherId, ctx.now)
      await unmergePersons(ctx, { keepId, otherId }, persons)
      await moveTasksToPerson(ctx, restored, otherId)
      await unmergeContents(ctx, { keepId, otherId }, contents)
      await appointMainMembership(ctx.db, [keepId, otherId], getMoment(ctx).day, ctx.now)
    },
    { mode: 'date' },
  )
  await updateMergeStatus(ctx.db, id, { status: 'undone', undoneAt: ctx.now })
  await recordMerge(ctx, merge, 'unmerged')
}

const nobody = { kind: 'job', userId: emptyId, orgId: emptyId, sessionId: emptyId, permissions: new Map() } as const

/** Completes an interrupted merge or undo; usually there is nothing left to do. */
export const finishMerge = defineJob<{ id: string; undo: boolean }>({
  name: 'person-merge.finish',
  title: '完成人员合并',
  retries: 20,
  handleOutside: async ({ app, cells, districtId, now }, { id, undo }) => {
    const actor: Actor = { ...nobody, districtId, accountId: emptyId, personId: emptyId }
    const inside: RunInDistrict = (work) =>
      inDistrict(cells, districtId, (db) => work({ app, actor, db, now, requestId: newId() }))
    await (undo ? runUnmerge(cells, id, inside) : runMerge(cells, id, inside))
  },
})

export async function refuseMerge(ctx: Ctx, id: string) {
  scopeOf(ctx, 'user.merge')
  for (const personId of await listProposalPersons(ctx.db, id)) await requireAllInScope(ctx, 'user.merge', personId)
  if (!(await refuseMergeProposal(ctx, id))) throw notFound('重复人员')
  return null
}

export async function listDuplicates(ctx: Ctx, query: QueryOf<typeof staffApi.duplicates>) {
  const { items, ...counts } = await getDuplicatePage(ctx.db, scopeOf(ctx, 'user.merge'), query)
  const fields = await getFieldCipher(ctx)
  const bytes = (hex: string | null) => (hex ? Buffer.from(hex, 'hex') : null)
  const present = ({ phone, idCard, accountId, personId, ...rest }: DuplicateRow['one']) => {
    const numbers = decryptNumbers(fields, { personId, phone: bytes(phone), idCard: bytes(idCard) })
    const account = accountId ? '已开通' : '未开通'
    const maskedNumbers = { mobile: maskField('mobile', numbers.phone), idCard: maskField('idCard', numbers.idCard) }
    return { ...rest, ...maskHiddenFields(ctx, maskedNumbers), account }
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
