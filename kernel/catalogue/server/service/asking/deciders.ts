import type { Ctx } from '#packages/core'
import { administratorsOf, holdersOver } from '#kernel/access/server'
import { readUnit } from '#kernel/org/server'
import type { AppRow } from '../../application-list.ts'

/** What somebody lacks: a function, or an application. */
export type Lacking = { permission: string } | { app: AppRow; isForUnit: boolean }

interface Decider {
  personId: string
  orgId: string
}

/**
 * Who can give it: those of the asker's own organisation, and only where there is nobody, those above. Never the asker.
 * A function is given by whoever has it herself, or may give what she lacks.
 */
export async function decidersOf(
  ctx: Ctx,
  { orgId, personId }: { orgId: string; personId: string },
  lacking: Lacking,
): Promise<Decider[]> {
  const isOther = (one: Decider) => one.personId !== personId
  const top = await topOf(ctx, orgId)
  // A school itself opens only what it was given: what it asks for is decided where the application is kept.
  const at = 'app' in lacking && lacking.isForUnit ? (lacking.app.manageOrgId ?? top) : orgId
  const able = (await ableToGive(ctx, at, lacking)).filter(isOther)
  const near = able.filter((one) => one.orgId === orgId)
  if (near.length > 0) return near
  if (able.length > 0) return able
  return (await administratorsOf(ctx, null)).map((one) => ({ ...one, orgId: top })).filter(isOther)
}

async function ableToGive(ctx: Ctx, orgId: string, lacking: Lacking): Promise<Decider[]> {
  const givers = await holdersOver(ctx, 'app.grant', orgId)
  if ('app' in lacking && (lacking.isForUnit || lacking.app.audience === 'person')) return givers
  const both = await among(ctx, 'role.assign', orgId, givers)
  if ('app' in lacking) return both
  const having = await among(ctx, lacking.permission, orgId, both)
  const deciding = await among(ctx, 'role.grant-any', orgId, both)
  return both.filter((one) => having.includes(one) || deciding.includes(one))
}

async function among(ctx: Ctx, permission: string, orgId: string, people: readonly Decider[]): Promise<Decider[]> {
  const holders = new Set((await holdersOver(ctx, permission, orgId)).map(({ personId }) => personId))
  return people.filter(({ personId }) => holders.has(personId))
}

async function topOf(ctx: Ctx, orgId: string): Promise<string> {
  const path = (await readUnit(ctx, orgId))?.path ?? ''
  const top = path.split('.')[0] ?? ''
  return top ? top.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : orgId
}
