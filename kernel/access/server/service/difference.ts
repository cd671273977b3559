import type { ScopeKind } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import type { RoleDifference } from '../../contract-roles.ts'
import { titleOf } from '../catalogue.ts'
import { definitionOf, type OwnRow } from '../definition.ts'
import { crowdsHolding, holdersLeft, peopleNamed } from '../difference-queries.ts'
import { Comparison, type Crowd, type Outcome } from '../difference.ts'
import { isSeparated } from '../holding-queries.ts'
import type { Reach } from '../reach.ts'
import { readBook, type Shelf } from './books.ts'

/** A role as it is to be: what it takes from, what it says itself, what it hides. */
export interface RoleWords {
  id: string
  orgPath: string | null
  parentId: string | null
  rows: readonly OwnRow[]
  hiddenFields: readonly string[]
}

const namedInGroup = 5
/** With so few left a function is hardly anybody's. */
const fewLeft = 2

/** Who would gain and lose what by a change: counted by crowds of people who are alike, never one by one. */
export async function differenceOf(ctx: Pick<Ctx, 'db' | 'now'>, words: RoleWords): Promise<RoleDifference> {
  const { before, after, crowds, outcomes } = await compare(ctx, words, namedInGroup)
  const groups = merged(crowds, outcomes)
  const people = await peopleNamed(
    ctx.db,
    groups.flatMap(({ userIds }) => userIds),
  )
  const lost = new Set(
    outcomes.flatMap(({ loses }) => loses.flatMap(({ code, after: left }) => (left.length === 0 ? code : []))),
  )
  return {
    memberCount: sum(crowds),
    affected: sum(groups.filter(({ outcome }) => isFelt(outcome))),
    groups: groups.map(({ count, userIds, outcome }) => ({
      count,
      people: userIds.flatMap((id) => {
        const one = people.get(id)
        return one ? [{ userId: id, name: one.name, orgName: one.orgName, post: one.post }] : []
      }),
      gains: outcome.gains.map(present),
      loses: outcome.loses.map(present),
      unchanged: outcome.unchanged.map(({ code, roleIds }) => ({
        code,
        title: titleOf(code),
        byRoles: roleIds.map((id) => before.roles.get(id)?.name ?? ''),
      })),
    })),
    lastHolders: await lastHolders(
      ctx,
      after,
      [...lost].filter((code) => !code.startsWith('field:')),
      words.orgPath,
    ),
  }
}

/** Everybody for whom a change from what was before to what is now means anything: their places. */
export async function affectedBy(ctx: Pick<Ctx, 'db' | 'now'>, words: RoleWords): Promise<string[]> {
  const { crowds, outcomes } = await compare(ctx, words, 1_000_000)
  return crowds.flatMap(({ userIds }, at) => (isFelt(outcomes[at]!) ? userIds : []))
}

async function compare(ctx: Pick<Ctx, 'db' | 'now'>, words: RoleWords, named: number) {
  const before = await readBook(ctx, 'all')
  const after = changedShelf(before, words)
  const below = [...before.roles.values()].filter(({ parentId }) => parentId === words.id).map(({ id }) => id)
  const changed = [words.id, ...below]
  const crowds = await crowdsHolding(ctx.db, { roleIds: changed, day: dayOf(ctx.now), named })
  const comparison = new Comparison(before, after, changed, await isSeparated(ctx.db))
  return { before, after, crowds, outcomes: crowds.map((crowd) => comparison.outcomeFor(crowd)) }
}

function changedShelf(before: Shelf, { id, parentId, rows, hiddenFields }: RoleWords): Shelf {
  const role = before.roles.get(id)
  return {
    roles: role ? new Map(before.roles).set(id, { ...role, parentId }) : before.roles,
    rows: new Map(before.rows).set(id, rows),
    hidden: new Map(before.hidden).set(id, hiddenFields),
  }
}

const sum = (counted: readonly { count: number }[]) => counted.reduce((total, { count }) => total + count, 0)
const isFelt = ({ gains, loses }: Outcome) => gains.length + loses.length > 0
const kindsOf = (reaches: readonly Reach[]): ScopeKind[] => reaches.map(({ scope }) => scope)
const present = ({ code, before, after }: Outcome['gains'][number]) => ({
  code,
  title: titleOf(code),
  before: kindsOf(before),
  after: kindsOf(after),
})

interface Group {
  count: number
  userIds: string[]
  outcome: Outcome
}

/** Crowds that it means the same for are told of together, the largest first. */
function merged(crowds: readonly Crowd[], outcomes: readonly Outcome[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [at, { count, userIds }] of crowds.entries()) {
    const outcome = outcomes[at]!
    const key = JSON.stringify([outcome.gains.map(present), outcome.loses.map(present), outcome.unchanged])
    const group = groups.get(key) ?? { count: 0, userIds: [], outcome }
    group.count += count
    group.userIds.push(...userIds.slice(0, namedInGroup - group.userIds.length))
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}

/** Functions that hardly anybody would be left with where the role is used. */
async function lastHolders(
  ctx: Pick<Ctx, 'db' | 'now'>,
  after: Shelf,
  codes: readonly string[],
  orgPath: string | null,
) {
  if (codes.length === 0) return []
  const definitions = [...after.roles.keys()].map((id) => [id, definitionOf(after, id)] as const)
  const rolesWith = (code: string) => definitions.flatMap(([id, functions]) => (functions.has(code) ? id : []))
  const asked = codes.map((code) => ({ code, roleIds: rolesWith(code) }))
  const left = await holdersLeft(ctx.db, asked, orgPath, dayOf(ctx.now))
  return left
    .filter(({ count }) => count <= fewLeft)
    .map(({ code, count, names }) => ({ code, title: titleOf(code), count, names }))
}
