import { dayOf, notFound, type Actor, type Ctx } from '#packages/core'
import { finishFirstStep } from '#kernel/identity/server'
import { describeClasses } from '#kernel/schooling/server'
import { agreements, type AgreementKind, type ChildCard, type Relation } from '../../../contract.ts'
import { acceptedBy, childrenOf, insertAgreements } from '../../family-queries.ts'
import { viewerOf, withState, type Child } from './child.ts'
import { openKinds } from './identities.ts'

/** The caller's children, and what she has still to agree to; before she has, no child is told. */
export async function listChildren(ctx: Ctx) {
  const open = openKinds(kindOf(ctx.actor), await acceptedBy(ctx.db, ctx.actor.personId))
  const toAccept = open.map((kind) => ({ kind, ...agreements[kind] }))
  const mayRead = !ctx.actor.pending?.includes('agreement')
  const rows = mayRead ? await childrenOf(ctx.db, viewerOf(ctx.actor)!) : []
  const children = rows.flatMap((row) => withState(row, ctx.now) ?? [])
  const classes = await describeClasses(
    ctx,
    { classIds: children.flatMap(({ classId }) => classId ?? []) },
    dayOf(ctx.now),
  )
  return {
    children: children.map((child) => cardOf(child, classes.get(child.classId ?? '')?.label ?? '')),
    agreements: toAccept,
  }
}

/** The classes of the caller's children, or the pupil's own. */
export async function classesOfFamily(ctx: Ctx): Promise<string[]> {
  const viewer = viewerOf(ctx.actor)
  if (!viewer || ctx.actor.pending?.includes('agreement')) return []
  const children = (await childrenOf(ctx.db, viewer)).flatMap((row) => withState(row, ctx.now) ?? [])
  return [...new Set(children.flatMap(({ classId, isPast }) => (classId && !isPast ? [classId] : [])))]
}

export const cardOf = ({ id, name, orgId, orgName, relation, isPast }: Child, className: string): ChildCard => ({
  id,
  name,
  orgId,
  orgName,
  className,
  relation: relation as Relation | null,
  state: isPast ? 'past' : 'active',
})

function kindOf({ kind }: Actor) {
  if (kind !== 'pupil' && kind !== 'guardian') throw notFound('孩子')
  return kind
}

/** Agrees to the words as they stand now. When nothing is left to agree to the session goes on. */
export async function acceptAgreements(ctx: Ctx, kinds: readonly AgreementKind[]) {
  const { personId } = ctx.actor
  const accepted = kinds.map((kind) => ({ kind, version: agreements[kind].version }))
  await insertAgreements(ctx.db, personId, accepted, ctx.now)
  if (openKinds(kindOf(ctx.actor), await acceptedBy(ctx.db, personId)).length === 0)
    await finishFirstStep(ctx, 'agreement')
  return null
}
