import { emptyId, newId, type Ctx, type Scope } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { runAtEnd, type Db } from '#packages/db'
import type { IdentityKind } from '../contract-identity.ts'
import {
  compileOperation,
  countReveals,
  insertDownloads,
  insertIdentityChanges,
  insertLogin,
  insertLoginEnds,
  insertReveals,
  listLoginRows,
  findNewDevices,
  countRevealsByRequest,
  listRevealRows,
  type DownloadRow,
  type LoginEndRow,
  type LoginRow,
  type OperationRow,
  sumReveals,
} from './audit-log-queries.ts'

export interface Operation {
  route: string
  title: string
  objectIds?: readonly string[]
}

/** Logs an operation in the transaction of the operation: both are stored, or neither. */
export async function recordOperation(ctx: Omit<Ctx, 'app'>, operation: Operation) {
  await ctx.db.executeQuery(prepareOperation(ctx, operation))
}

/** The same together with the commit, when the request has done everything else. */
export const recordOperationAtEnd = (ctx: Omit<Ctx, 'app'>, operation: Operation) =>
  runAtEnd(ctx.db, prepareOperation(ctx, operation))

const prepareOperation = (ctx: Omit<Ctx, 'app'>, operation: Operation) =>
  compileOperation(ctx.db, createOperationRow(ctx, operation))

export function createOperationRow(ctx: Omit<Ctx, 'app'>, { route, title, objectIds = [] }: Operation): OperationRow {
  const { accountId, personId, userId, orgId } = ctx.actor
  return {
    id: newId(),
    at: ctx.now,
    account_id: accountId,
    person_id: personId,
    user_id: userId,
    org_id: orgId,
    route,
    title,
    object_ids: [...objectIds],
    request_id: ctx.requestId,
    home_org_id: ctx.actor.homeOrgId ?? null,
    ...getOrigin(ctx),
  }
}

/** Address and session; a job has neither. */
const getOrigin = ({ address = '', actor: { sessionId } }: Omit<Ctx, 'app'>) => ({
  address,
  session_id: sessionId === emptyId ? null : sessionId,
})

type Login = Pick<LoginRow, 'account_id' | 'sign_in_method' | 'outcome' | 'address' | 'agent'> &
  Partial<Pick<LoginRow, 'person_id' | 'user_id' | 'org_id' | 'session_id'>>

/** Logs a sign-in or a refused one. */
export const recordLogin = (ctx: Pick<Ctx, 'db' | 'now' | 'requestId'>, login: Login) =>
  insertLogin(ctx.db, {
    id: newId(),
    at: ctx.now,
    person_id: null,
    user_id: null,
    org_id: null,
    session_id: null,
    request_id: ctx.requestId,
    ...login,
  })

export type SessionEnd = Omit<LoginEndRow, 'id' | 'by_person_id' | 'reason'> &
  Partial<Pick<LoginEndRow, 'by_person_id' | 'reason'>>

/** Logs that sessions ended, in the transaction that ends them. */
export async function recordSessionEnds(db: Db, ends: readonly SessionEnd[]) {
  const rows = ends.map((end) => ({ id: newId(), by_person_id: null, reason: null, ...end }))
  for (let at = 0; at < rows.length; at += rowsAtOnce) await insertLoginEnds(db, rows.slice(at, at + rowsAtOnce))
}

/** The latest sign-ins of an account. */
export const listLogins = ({ db }: Pick<Ctx, 'db'>, accountId: string, limit: number) =>
  listLoginRows(db, accountId, limit)

/** Sign-ins with a browser that is new for the account. */
export const listNewDeviceSignIns = ({ db }: Pick<Ctx, 'db'>, scope: Scope, since: Date) =>
  findNewDevices(db, scope, since)

export type IdentityChange = IdentityKind

/** The person concerned, when somebody else made the change. */
interface Subject {
  accountId: string | null
  personId: string
}

/** What is known about a change of identity data. */
export interface IdentityFacts {
  /** Masked: 138****5678. Never the values themselves. */
  before?: string
  after?: string
  /** How the person proved to be entitled: 短信验证码. */
  way?: string
}

/** Logs a change of identity data. */
export const recordIdentityChange = (
  ctx: Ctx,
  kind: IdentityChange,
  subject: Subject = ctx.actor,
  facts: IdentityFacts = {},
) => recordIdentityChanges(ctx, [{ accountId: subject.accountId, personId: subject.personId, kind, ...facts }])

const rowsAtOnce = 2_000

/** Logs changes of many people at once. */
export async function recordIdentityChanges(
  ctx: Ctx,
  changes: readonly (Subject & IdentityFacts & { kind: IdentityChange })[],
) {
  const rows = changes.map(({ kind, accountId, personId, before = '', after = '', way = '' }) => ({
    id: newId(),
    at: ctx.now,
    account_id: accountId ?? emptyId,
    person_id: personId,
    org_id: ctx.actor.orgId,
    kind,
    by_account_id: ctx.actor.accountId,
    address: ctx.address ?? '',
    request_id: ctx.requestId,
    before,
    after,
    way,
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await insertIdentityChanges(ctx.db, rows.slice(at, at + rowsAtOnce))
}

export type Download = DownloadRow
/** Logs views and downloads of files, many at once, because a page requests many pictures. */
export const recordDownloads = (db: Db, downloads: readonly Download[]) => insertDownloads(db, downloads)

export interface Reveal {
  /** Kind and id of the subject: a member of staff or a pupil. */
  subjectKind: string
  subjectId: string
  field: string
  reason: string
}

/** The activation code of an account slip: slips are printed for whole classes, so they have a limit of their own. */
export const inviteSlipField = 'activationCode'

/** Logs that a hidden field was revealed, and why, in the transaction that reveals it. */
export const recordReveal = (ctx: Ctx, { subjectId, ...reveal }: Reveal) => recordReveals(ctx, [subjectId], reveal)

/** Logs many reveals at once, a row each. */
export async function recordReveals(
  ctx: Ctx,
  subjectIds: readonly string[],
  { subjectKind, field, reason }: Omit<Reveal, 'subjectId'>,
) {
  const { accountId, personId, orgId, districtId } = ctx.actor
  const fields = await loadFieldCipher(ctx.db, districtId)
  const rows = subjectIds.map((subjectId) => ({ subjectId, id: newId() }))
  const lines = rows.map(({ subjectId, id }) => ({
    id,
    at: ctx.now,
    account_id: accountId,
    person_id: personId,
    org_id: orgId,
    subject_kind: subjectKind,
    subject_id: subjectId,
    field,
    request_id: ctx.requestId,
    reason: fields.encrypt('reveal_log.reason', reason, id),
    ...getOrigin(ctx),
  }))
  await insertReveals(ctx.db, lines)
}

/** The number of reveals by the caller since then. */
export const countRevealsSince = (ctx: Ctx, since: Date) =>
  countReveals(ctx.db, ctx.actor.personId, since, inviteSlipField)

/** The number of slips that the caller revealed since then, per request. */
export const countInviteSlipsSince = async (ctx: Ctx, since: Date): Promise<number[]> =>
  (await countRevealsByRequest(ctx.db, ctx.actor.personId, inviteSlipField, since)).map(({ count }) => count)

/** The number of reveals of a pupil or member of staff since then, and the last one. */
export const getRevealSummary = (ctx: Ctx, subjectKind: string, subjectId: string, since: Date) =>
  sumReveals(ctx.db, subjectKind, subjectId, since, inviteSlipField)

/** The last hundred reveals of a pupil or member of staff, with person and reason. */
export async function listReveals(ctx: Ctx, subjectKind: string, subjectId: string) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const rows = await listRevealRows(ctx.db, subjectKind, subjectId, 100)
  return rows.map(({ id, ...row }) => ({ ...row, reason: fields.decrypt('reveal_log.reason', row.reason, id) }))
}
