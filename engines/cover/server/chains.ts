import { Refusal, type Ctx } from '#packages/core'
import type { CoverPlanOf, PlannedCover } from './planned-cover.ts'
import { listMembers } from './people-queries.ts'
import { listRequests, ofIds, type LegRow } from './request-queries.ts'
import type { CoverKind } from '../contract.ts'
import { nameTime } from './words.ts'

/** A cover of a cover of a cover. */
export const longestChain = 3
/** In these somebody else gives the lesson. */
export const handedOver: readonly CoverKind[] = ['substitute', 'supervise', 'merge']

/** How many give the lesson one after the other with this one. A lesson that only moved begins a chain. */
export const getChainNo = (current: LegRow | undefined, isHandedOver: boolean) =>
  current && isHandedOver ? current.chainNo + 1 : 1

/** What each request in force about these lessons is. */
export async function findKindsInForce(
  ctx: Pick<Ctx, 'db'>,
  legs: readonly (LegRow | undefined)[],
): Promise<ReadonlyMap<string, CoverKind>> {
  const ids = legs.flatMap((leg) => leg?.requestId ?? [])
  return new Map((ids.length > 0 ? await listRequests(ctx.db, ofIds(ids)) : []).map(({ id, kind }) => [id, kind]))
}

/**
 * Whoever gives a covered lesson may pass it on, and so may the office, after they were told who gives it. A lesson that
 * was passed on three times is for the office.
 */
export async function requireChain(
  ctx: Ctx,
  planned: readonly PlannedCover[],
  { applicantId, isChainConfirmed }: Pick<CoverPlanOf, 'applicantId' | 'isChainConfirmed'>,
) {
  const covered = planned.filter(({ current }) => current !== undefined)
  const others = planned.flatMap(({ other }) => (other?.current ? [other] : []))
  const kinds = await findKindsInForce(
    ctx,
    [...covered, ...others].map(({ current }) => current),
  )
  const isHandedOver = (leg: LegRow) => handedOver.includes(kinds.get(leg.requestId)!)
  const names = await listMembers(
    ctx.db,
    covered.flatMap(({ current }) => current!.toId ?? []),
  )
  for (const { lesson, current } of covered) {
    if (!isHandedOver(current!)) continue
    const name = names.get(current!.toId!)?.name ?? ''
    if (!isChainConfirmed) throw new Refusal(`该节课已代给${name}，是否由其再转出？`)
    if (applicantId !== undefined && !lesson.teacherIds.includes(applicantId))
      throw new Refusal(`${nameTime(lesson)}已代给${name}，请由${name}转出，或联系教务处`)
    if (current!.chainNo >= longestChain) throw new Refusal(`已连续转代${current!.chainNo}次，请联系教务处`)
  }
  const taken = others.find(({ current }) => isHandedOver(current!))
  if (taken) throw new Refusal(`${nameTime(taken.lesson)}已由他人代课，不能对调`)
}
