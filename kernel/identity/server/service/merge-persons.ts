import { newId, Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import {
  countAccountDistricts,
  movePersonColumns,
  insertMergedProposal,
  markPersonsChanged,
  redirectIdentifiers,
  restorePersonVersion,
  restoreIdentifiers,
  setMergedInto,
  updateMergeProposal,
  updateMergeProposals,
  lockMergeStates,
  type MoveValue,
  type PersonMergeRecord,
} from '../person-merge-queries.ts'

export type { PersonMergeRecord as MergedPersons } from '../person-merge-queries.ts'

interface PersonPair {
  keepId: string
  otherId: string
}

/** The accounts of two persons; locks both, and refuses if one was merged already. */
export async function getMergeAccounts(ctx: Ctx, { keepId, otherId }: PersonPair) {
  const states = await lockMergeStates(ctx.db, [keepId, otherId])
  const of = (id: string) => states.find((state) => state.id === id)!
  if (states.length < 2 || states.some(({ mergedInto }) => mergedInto)) throw new Refusal('其中一人已被合并，请刷新')
  return { keepAccountId: of(keepId).accountId, otherAccountId: of(otherId).accountId }
}

const sealedFields: Readonly<Record<string, string>> = {
  id_card: 'person.id_card',
  phone: 'person.phone',
  workplace: 'person.workplace',
}

/** Encrypted values are bound to their row, so they are encrypted again for the other one. */
async function createValueMover(ctx: Ctx, from: string, to: string): Promise<MoveValue> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return (column, value) => {
    const field = sealedFields[column]
    if (!field || !(value instanceof Buffer)) return value
    return fields.encrypt(field, fields.decrypt(field, value, from), to)
  }
}

/** Merges two persons: the remaining one gets what it lacks, the other one points to it. */
export async function mergePersons(ctx: Ctx, { keepId, otherId }: PersonPair): Promise<PersonMergeRecord> {
  const states = await lockMergeStates(ctx.db, [keepId, otherId])
  const keep = states.find(({ id }) => id === keepId)!
  const other = states.find(({ id }) => id === otherId)!
  const taken: PersonMergeRecord['taken'] = [
    ...(!keep.hasIdCard && other.hasIdCard ? (['id_card'] as const) : []),
    ...(!keep.hasPhone && other.hasPhone ? (['phone'] as const) : []),
    ...(!keep.accountId && other.accountId ? (['account'] as const) : []),
    ...(!keep.isBound && other.isBound ? (['workplace'] as const) : []),
  ]
  await movePersonColumns(ctx.db, otherId, keepId, taken, await createValueMover(ctx, otherId, keepId))
  await setMergedInto(ctx.db, otherId, keepId)
  await markPersonsChanged(ctx.db, [keepId, otherId], ctx.now)
  const was = ({ version, updatedAt }: typeof keep) => ({ version, updatedAt })
  return { keep: was(keep), other: was(other), taken }
}

/** Separates two merged persons, each with their former data. */
export async function unmergePersons(ctx: Ctx, { keepId, otherId }: PersonPair, remembered: PersonMergeRecord) {
  await lockMergeStates(ctx.db, [keepId, otherId])
  await movePersonColumns(ctx.db, keepId, otherId, remembered.taken, await createValueMover(ctx, keepId, otherId))
  await setMergedInto(ctx.db, otherId, null)
  await restorePersonVersion(ctx.db, keepId, remembered.keep)
  await restorePersonVersion(ctx.db, otherId, remembered.other)
  await updateMergeProposals(ctx.db, keepId, otherId, 'merged', 'open', ctx.now)
}

/** Settles the proposals about the two; records one if there was none, so that the merge can be found. */
export async function settleMergeProposal(ctx: Ctx, { keepId, otherId }: PersonPair): Promise<string> {
  const [known] = await updateMergeProposals(ctx.db, keepId, otherId, 'open', 'merged', ctx.now)
  if (known) return known
  const id = newId()
  await insertMergedProposal(ctx.db, { id, person_id: otherId, other_person_id: keepId }, ctx.now)
  return id
}

export const refuseMergeProposal = (ctx: Ctx, id: string) => updateMergeProposal(ctx.db, id, 'refused', ctx.now)

/**
 * Moves all identifiers of one account to the other. An account with another district cannot be merged, because one
 * district must not close it for the other.
 */
export const mergeAccounts = (cells: Cells, keepId: string, otherId: string) =>
  inDirectory(cells, async (db) => {
    if ((await countAccountDistricts(db, otherId)) > 1) throw new Refusal('该人员的账号在其他区也有身份，不能合并')
    await redirectIdentifiers(db, otherId, keepId)
  })

export const unmergeAccounts = (cells: Cells, otherId: string) =>
  inDirectory(cells, (db) => restoreIdentifiers(db, otherId))
