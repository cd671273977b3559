import { notFound, Refusal, type Actor, type Ctx, dayOf } from '#packages/core'
import { finishFirstStep } from '#kernel/identity/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import {
  findChild,
  type ChildRow,
  type FamilyViewer,
  listAcceptedAgreements,
  listChildRows,
  insertAgreements,
} from '../../family-queries.ts'
import { agreements, type AgreementKind, type ChildCard, type Relation } from '../../../contract.ts'
import { isPastReadable, hasLeft, listOpenAgreements } from './family-identities.ts'

export interface Child extends ChildRow {
  /** The child has left the school; its data can be read for thirty more days. */
  isPast: boolean
}

/** The identity through which a user sees children. Staff members have none. */
export function getFamilyViewer({ kind, userId }: Actor): FamilyViewer | undefined {
  if (kind === 'guardian') return { guardianId: userId }
  if (kind === 'pupil') return { pupilId: userId }
  return undefined
}

export const toChild = (row: ChildRow, now: Date): Child | undefined =>
  row.status === 'died' || isPastReadable(row.overOn, now) ? undefined : { ...row, isPast: hasLeft(row.overOn, now) }

/**
 * Returns the child if the caller is the pupil or a bound guardian without restriction, otherwise throws `notFound`.
 * Every family route calls this first, so that ended access takes effect at once.
 */
export async function requireChild(ctx: Ctx, studentId: string): Promise<Child> {
  const viewer = getFamilyViewer(ctx.actor)
  const row = viewer && (await findChild(ctx.db, viewer, studentId))
  const child = row && toChild(row, ctx.now)
  if (!child) throw notFound('孩子')
  return child
}

/** For changes: also refuses a child that has left the school. */
export async function requireCurrentChild(ctx: Ctx, studentId: string): Promise<Child & { linkId: string }> {
  const child = await requireChild(ctx, studentId)
  if (child.isPast) throw new Refusal('孩子已离校，现在只能查看')
  if (!child.linkId) throw notFound('孩子')
  return { ...child, linkId: child.linkId }
}

/** The caller's children, and the agreements still to accept. No child is listed before they are accepted. */
export async function listOwnChildren(ctx: Ctx) {
  const open = listOpenAgreements(
    requireFamilyKind(ctx.actor),
    await listAcceptedAgreements(ctx.db, ctx.actor.personId),
  )
  const toAccept = open.map((kind) => ({ kind, ...agreements[kind] }))
  const mayRead = !ctx.actor.pending?.includes('agreement')
  const rows = mayRead ? await listChildRows(ctx.db, getFamilyViewer(ctx.actor)!) : []
  const children = rows.flatMap((row) => toChild(row, ctx.now) ?? [])
  const classes = await describeClasses(
    ctx,
    { classIds: children.flatMap(({ classId }) => classId ?? []) },
    dayOf(ctx.now),
  )
  return {
    children: children.map((child) => toChildCard(child, classes.get(child.classId ?? '')?.label ?? '')),
    agreements: toAccept,
  }
}

/** The classes of the caller's children, or the pupil's own class. */
export async function listFamilyClassIds(ctx: Ctx): Promise<string[]> {
  const viewer = getFamilyViewer(ctx.actor)
  if (!viewer || ctx.actor.pending?.includes('agreement')) return []
  const children = (await listChildRows(ctx.db, viewer)).flatMap((row) => toChild(row, ctx.now) ?? [])
  return [...new Set(children.flatMap(({ classId, isPast }) => (classId && !isPast ? [classId] : [])))]
}

export const toChildCard = ({ id, name, orgId, orgName, relation, isPast }: Child, className: string): ChildCard => ({
  id,
  name,
  orgId,
  orgName,
  className,
  relation: relation as Relation | null,
  state: isPast ? 'past' : 'active',
})

function requireFamilyKind({ kind }: Actor) {
  if (kind !== 'pupil' && kind !== 'guardian') throw notFound('孩子')
  return kind
}

/** Accepts the current versions. When no agreement is open any more, the session continues. */
export async function acceptAgreements(ctx: Ctx, kinds: readonly AgreementKind[]) {
  const { personId } = ctx.actor
  const accepted = kinds.map((kind) => ({ kind, version: agreements[kind].version }))
  await insertAgreements(ctx.db, personId, accepted, ctx.now)
  if (listOpenAgreements(requireFamilyKind(ctx.actor), await listAcceptedAgreements(ctx.db, personId)).length === 0)
    await finishFirstStep(ctx, 'agreement')
  return null
}
