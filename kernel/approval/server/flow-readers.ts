import { dayOf, forbidden, orNotFound, type Ctx } from '#packages/core'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import { isDeputy } from './delegation-queries.ts'
import { findFlow, findFlowOf, type FlowRow } from './flow-queries.ts'
import { isCopiedTo, listApprovedBy, listApproverPersons } from './flow-reader-queries.ts'
import { isUnfinished, type FlowDefinition, type FlowState } from './flow-state.ts'
import { loadDefinition, loadState } from './stored-flow.ts'
import { getSubjectOfFlow } from './subjects.ts'

/** A flow as it is read, without a lock. */
export interface LoadedFlow {
  row: FlowRow
  definition: FlowDefinition
  state: FlowState
}

/** Whether the actor administers the flows of an organisation. */
export async function isFlowAdministrator(ctx: Ctx, orgId: string): Promise<boolean> {
  const scope = ctx.actor.permissions.get('flow.manage')
  return scope !== undefined && isOrgInScope(ctx.db, scope, orgId)
}

/** Refuses whoever does not administer the flows of the organisation; for administrators of others it does not exist. */
export async function requireFlowAdministrator(ctx: Ctx, orgId: string, what: string) {
  if (!ctx.actor.permissions.has('flow.manage')) throw forbidden()
  orNotFound((await isFlowAdministrator(ctx, orgId)) || undefined, what)
}

/** How the actor is related to a flow. */
export interface FlowReader {
  isApplicant: boolean
  /** Has or had a task, or decided one for somebody. */
  isApprover: boolean
  isCopied: boolean
  /** The holders of unfinished tasks for whom the actor is a deputy today. */
  deputyFor: readonly string[]
  isAdministrator: boolean
}

export async function getFlowReader(ctx: Ctx, { row, state }: Omit<LoadedFlow, 'definition'>): Promise<FlowReader> {
  const { personId } = ctx.actor
  const isApplicant = row.applicantPersonId === personId
  const holders = new Set(state.tasks.filter(isUnfinished).map((task) => task.personId))
  const deputyFor: string[] = []
  if (!isApplicant)
    for (const fromPersonId of holders)
      if (fromPersonId !== personId && fromPersonId !== row.applicantPersonId) {
        const delegation = { fromPersonId, toPersonId: personId, subject: row.subject, day: dayOf(ctx.now) }
        if (await isDeputy(ctx.db, delegation)) deputyFor.push(fromPersonId)
      }
  return {
    isApplicant: isApplicant && !getSubjectOfFlow(ctx, row.subject).isHiddenFromApplicant,
    isApprover: state.tasks.some((task) => task.personId === personId || task.decidedBy === personId),
    isCopied: await isCopiedTo(ctx.db, row.id, personId),
    deputyFor,
    isAdministrator: await isFlowAdministrator(ctx, row.orgId),
  }
}

/** The people of a flow. Others read it only if the record is theirs to read. */
export const isPartOf = ({ isApplicant, isApprover, isCopied, deputyFor, isAdministrator }: FlowReader) =>
  isApplicant || isApprover || isCopied || deputyFor.length > 0 || isAdministrator

export async function loadFlow(ctx: Ctx, row: FlowRow): Promise<LoadedFlow> {
  return { row, definition: await loadDefinition(ctx, row), state: await loadState(ctx, row) }
}

/** A flow that the actor may read. For everybody else it does not exist. */
export async function getReadableFlow(ctx: Ctx, flowId: string) {
  const flow = await loadFlow(ctx, orNotFound(await findFlow(ctx.db, flowId), '申请'))
  const reader = await getFlowReader(ctx, flow)
  const mayOpen = await getSubjectOfFlow(ctx, flow.row.subject).canRead(ctx, flow.row.subjectId)
  orNotFound(isPartOf(reader) || mayOpen || undefined, '申请')
  return { ...flow, reader, mayOpen }
}

/** How the actor is related to the newest flow of a record; undefined if it has none. */
export async function findReaderOf(ctx: Ctx, subject: string, subjectId: string): Promise<FlowReader | undefined> {
  const row = await findFlowOf(ctx.db, subject, subjectId)
  return row && getFlowReader(ctx, { row, state: await loadState(ctx, row) })
}

/** Whether the actor is one of the people of the newest flow of a record: modules admit them to its files. */
export async function isPersonOfFlow(ctx: Ctx, subject: string, subjectId: string): Promise<boolean> {
  const reader = await findReaderOf(ctx, subject, subjectId)
  return reader !== undefined && isPartOf(reader)
}

/** Who approved in the newest flow of a record, as far as it still counts. */
export async function listPeopleWhoApproved(ctx: Pick<Ctx, 'db'>, subject: string, subjectId: string) {
  const row = await findFlowOf(ctx.db, subject, subjectId)
  return row ? listApprovedBy(ctx.db, row.id) : []
}

/** The people who have or had a task in a flow of these records, or decided one, by record. */
export const listApproversOf = async (ctx: Pick<Ctx, 'db'>, subject: string, subjectIds: readonly string[]) =>
  Map.groupBy(await listApproverPersons(ctx.db, subject, subjectIds), ({ subjectId }) => subjectId)
