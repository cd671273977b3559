import type { RoleTemplate } from '#packages/contract'
import { dayOf, Refusal, type Ctx } from '#packages/core'
import { lastAdministratorsAmong } from '../administration.ts'
import { definitionOf, templateBehind } from '../definition.ts'
import { dutiesOf } from '../grant-queries.ts'
import type { MemberPlace } from '../member-queries.ts'
import { isSeparateDuty } from '../policy.ts'
import type { RoleRow } from '../role-queries.ts'
import { lastOne, refuseReceivers } from '../service/assigning.ts'
import { readBook, type Shelf } from '../service/books.ts'
import { administratorTemplates, twoDuties } from '../service/duties.ts'
import { ownPower } from '../service/own-power.ts'

/** A role that somebody is to have for these days. */
export interface Giving {
  role: RoleRow
  place: MemberPlace
  from: string | null
  to: string | null
  /** She has it by name, today or from a day on. */
  isHeld: boolean
}

const isOwn = ({ actor }: Ctx, { place }: Pick<Giving, 'place'>) => place.personId === actor.personId

/**
 * What would be refused if it were done, in words, row by row: so that it can be said before anything is. Doing it asks
 * the same once more.
 */
export async function obstaclesTo(ctx: Ctx, givings: readonly Giving[]): Promise<Map<Giving, string>> {
  if (givings.length === 0) return new Map()
  const book = await readBook(ctx, [...new Set(givings.map(({ role }) => role.id))])
  return new Map([
    ...(await endings(ctx, givings)),
    ...givings.flatMap((giving) => (endsOwnPower(ctx, giving, book) ? [[giving, ownPower] as const] : [])),
    ...(await joinedDuties(ctx, givings, book)),
    ...(await beyondGiver(ctx, givings, book)),
  ])
}

/** Whether something may be given depends on the role and on where somebody is, and that is asked for once. */
async function beyondGiver(ctx: Ctx, givings: readonly Giving[], book: Shelf) {
  const found = new Map<Giving, string>()
  const alike = Map.groupBy(givings, (giving) =>
    [giving.role.id, giving.place.orgId, giving.place.departmentId, isOwn(ctx, giving)].join(),
  )
  for (const some of alike.values()) {
    const { role, place } = some[0]!
    const words = await refusalOf(() => refuseReceivers(ctx, role, [place], book))
    if (words !== undefined) for (const giving of some) found.set(giving, words)
  }
  return found
}

async function refusalOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Two of the separate duties, of which one may stand in an earlier row. */
async function joinedDuties(ctx: Ctx, givings: readonly Giving[], book: Shelf) {
  const found = new Map<Giving, string>()
  const known = new Map<string, Set<RoleTemplate>>()
  for (const giving of givings) {
    const duty = templateBehind(book, giving.role.id)
    if (duty === null || !isSeparateDuty(duty)) continue
    const { personId } = giving.place
    const held = known.get(personId) ?? new Set(await dutiesOf(ctx.db, [personId], dayOf(ctx.now)))
    known.set(personId, held)
    if ([...held].some((other) => other !== duty)) found.set(giving, twoDuties)
    else held.add(duty)
  }
  return found
}

/** Those who run something, and would do so until a day or from a day on only. */
async function endings(ctx: Ctx, givings: readonly Giving[]) {
  const day = dayOf(ctx.now)
  const ending = givings.filter(({ from, to, isHeld }) => isHeld && (to !== null || (from !== null && from > day)))
  return lastAmong(ctx, ending)
}

/** Of those who are to lose a role the ones who are the last to have it, where somebody has to. */
export async function lastAmong<Losing extends Pick<Giving, 'role' | 'place'>>(ctx: Ctx, losing: readonly Losing[]) {
  const found = new Map<Losing, string>()
  for (const [template, some] of Map.groupBy(losing, ({ role }) => role.template)) {
    if (template === null || !administratorTemplates.includes(template)) continue
    const ids = some.map(({ place }) => place.userId)
    const refused = await lastAdministratorsAmong(ctx, ids, template)
    for (const one of some) if (refused.has(one.place.userId)) found.set(one, lastOne)
  }
  return found
}

function endsOwnPower(ctx: Ctx, giving: Giving, book: Shelf): boolean {
  const isLater = giving.from !== null && giving.from > dayOf(ctx.now)
  return giving.isHeld && isLater && isOwn(ctx, giving) && definitionOf(book, giving.role.id).has('role.edit')
}

/** Those of one's own by which one decides about roles: nobody takes them from herself by undoing. */
export async function ownAmong<Losing extends Pick<Giving, 'role' | 'place'>>(ctx: Ctx, losing: readonly Losing[]) {
  const own = losing.filter((one) => isOwn(ctx, one))
  if (own.length === 0) return new Map<Losing, string>()
  const book = await readBook(
    ctx,
    own.map(({ role }) => role.id),
  )
  const deciding = own.filter(({ role }) => definitionOf(book, role.id).has('role.edit'))
  return new Map(deciding.map((one) => [one, ownPower]))
}
