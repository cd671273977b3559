import { sql, type RawBuilder } from 'kysely'
import { onConstraint, type Db } from '#packages/db'
import type { FlowRules, FlowStatus } from '../contract.ts'
import type { Approver, FlowResume, FlowState, FlowTask } from './flow-state.ts'

export interface FlowRow {
  id: string
  subject: string
  subjectId: string
  definitionId: string
  orgId: string
  applicantPersonId: string
  applicantId: string
  title: string
  brief: string
  status: FlowStatus
  round: number
  skipped: string[]
  active: string[]
  finishedBranches: string[]
  resumes: FlowResume[]
  submitted: Buffer
  submittedAt: Date
  finishedAt: Date | null
  logCount: number
}

const flowColumns = sql`
  f.id, f.subject, f.subject_id as "subjectId", f.definition_id as "definitionId", f.org_id as "orgId",
  f.applicant_person_id as "applicantPersonId", f.applicant_id as "applicantId", f.title, f.brief, f.status, f.round,
  f.skipped, f.active, f.finished_branches as "finishedBranches", f.resumes, f.submitted, f.submitted_at as "submittedAt",
  f.finished_at as "finishedAt", f.log_count as "logCount"`

const selectFlow = async (db: Db, where: RawBuilder<unknown>): Promise<FlowRow | undefined> =>
  (await sql<FlowRow>`select ${flowColumns} from flow_instance f where ${where}`.execute(db)).rows[0]

export const findFlow = (db: Db, id: string) => selectFlow(db, sql`f.id = ${id}`)
/** Every action on a flow begins with this lock. */
export const lockFlow = (db: Db, id: string) => selectFlow(db, sql`f.id = ${id} for update`)

/** The newest flow of a record. */
export const findFlowOf = (db: Db, subject: string, subjectId: string) =>
  selectFlow(
    db,
    sql`f.subject = ${subject} and f.subject_id = ${subjectId} order by f.submitted_at desc, f.id desc limit 1`,
  )

export async function findFlowIdOfTask(db: Db, taskId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select instance_id as id from flow_task where id = ${taskId}`.execute(db)
  return rows[0]?.id
}

/** These tasks in the order of their flows; unknown ones are last and have no subject. */
export async function sortByFlow(db: Db, taskIds: readonly string[]) {
  const { rows } = await sql<{ id: string; subject: string | null }>`
    select asked.id, f.subject from (select distinct unnest(${taskIds}::uuid[]) as id) asked
    left join flow_task t on t.id = asked.id
    left join flow_instance f on f.id = t.instance_id
    order by t.instance_id nulls last, t.seq
  `.execute(db)
  return rows
}

export interface TaskRow extends Omit<
  FlowTask,
  'opinion' | 'arrivedAt' | 'dueAt' | 'warnAt' | 'finishedAt' | 'remindedAt'
> {
  opinion: Buffer | null
  arrivedAt: Date | null
  dueAt: Date | null
  warnAt: Date | null
  finishedAt: Date | null
  remindedAt: Date | null
}

export async function listTasks(db: Db, flowId: string): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select id, step, round, group_no as "group", seat, person_id as "personId", member_id as "memberId", source,
      parent_id as "parentId", status, opinion, signature_file_id as "signatureFileId", decided_by as "decidedBy",
      arrived_at as "arrivedAt", due_at as "dueAt", warn_at as "warnAt", finished_at as "finishedAt", remind_count as "remindCount",
      reminded_at as "remindedAt", is_void as "isVoid"
    from flow_task where instance_id = ${flowId} order by seq
  `.execute(db)
  return rows
}

export interface NewFlow extends Pick<
  FlowRow,
  'id' | 'subject' | 'subjectId' | 'definitionId' | 'orgId' | 'title' | 'brief'
> {
  applicant: Approver
  submitted: Buffer
  at: Date
}

export const insertFlow = (db: Db, { applicant, at, ...flow }: NewFlow) =>
  db
    .insertInto('flow_instance')
    .values({
      id: flow.id,
      subject: flow.subject,
      subject_id: flow.subjectId,
      definition_id: flow.definitionId,
      org_id: flow.orgId,
      applicant_person_id: applicant.personId,
      applicant_id: applicant.memberId,
      title: flow.title,
      brief: flow.brief,
      status: 'running',
      round: 1,
      skipped: [],
      active: [],
      finished_branches: [],
      resumes: '[]',
      submitted: flow.submitted,
      submitted_at: at,
      log_count: 1,
    })
    .execute()
    .catch(onConstraint('flow_instance_running', '请勿重复提交'))

/** Stores the state of a flow after an action; `submitted` only when the applicant sent new values. */
export const updateFlow = (
  db: Db,
  id: string,
  { status, round, applicant, skipped, active, finishedBranches, resumes }: FlowState,
  {
    finishedAt,
    logCount,
    submitted,
    brief,
  }: { finishedAt: Date | null; logCount: number; submitted?: Buffer | undefined; brief: string },
) =>
  db
    .updateTable('flow_instance')
    .set({
      status,
      round,
      applicant_person_id: applicant.personId,
      applicant_id: applicant.memberId,
      skipped: [...skipped],
      active: [...active],
      finished_branches: [...finishedBranches],
      resumes: JSON.stringify(resumes),
      finished_at: finishedAt,
      log_count: logCount,
      brief,
      ...(submitted ? { submitted } : {}),
    })
    .where('id', '=', id)
    .execute()

/** Inserts new tasks and updates changed ones. An ended task only ever becomes void. */
export async function saveTasks(
  db: Db,
  flowId: string,
  tasks: readonly (Omit<FlowTask, 'opinion'> & { seq: number; opinion: Buffer | null })[],
) {
  for (const task of tasks)
    await sql`
      insert into flow_task (id, instance_id, seq, step, round, group_no, seat, person_id, member_id, source, parent_id,
        status, opinion, signature_file_id, decided_by, arrived_at, due_at, warn_at, finished_at, remind_count, reminded_at, is_void)
      values (${task.id}, ${flowId}, ${task.seq}, ${task.step}, ${task.round}, ${task.group}, ${task.seat},
        ${task.personId}, ${task.memberId}, ${task.source}, ${task.parentId}, ${task.status}, ${task.opinion},
        ${task.signatureFileId}, ${task.decidedBy}, ${task.arrivedAt}, ${task.dueAt}, ${task.warnAt}, ${task.finishedAt},
        ${task.remindCount}, ${task.remindedAt}, ${task.isVoid})
      on conflict (district_id, id) do update set parent_id = excluded.parent_id, status = excluded.status,
        opinion = excluded.opinion, signature_file_id = excluded.signature_file_id, decided_by = excluded.decided_by,
        arrived_at = excluded.arrived_at, due_at = excluded.due_at, warn_at = excluded.warn_at,
        -- A new deadline counts again.
        due_checked_at = case when flow_task.due_at = excluded.due_at then flow_task.due_checked_at end,
        warned_at = case when flow_task.due_at = excluded.due_at then flow_task.warned_at end,
        finished_at = excluded.finished_at, remind_count = excluded.remind_count, reminded_at = excluded.reminded_at, is_void = excluded.is_void
    `.execute(db)
}

export interface NewLogRow {
  id: string
  at: Date
  flowId: string
  seq: number
  action: string
  personId: string | null
  onBehalfOf: string | null
  taskId: string | null
  entry: string
  opinion: Buffer | null
  address: string
}

export const insertLog = (db: Db, { flowId, personId, onBehalfOf, taskId, ...row }: NewLogRow) =>
  db
    .insertInto('flow_log')
    .values({ ...row, instance_id: flowId, person_id: personId, on_behalf_of: onBehalfOf, task_id: taskId })
    .execute()

export interface LogRow {
  id: string
  seq: number
  at: Date
  action: string
  personId: string | null
  onBehalfOf: string | null
  taskId: string | null
  entry: unknown
  opinion: Buffer | null
}

export async function listLog(db: Db, flowId: string, since: Date): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select id, seq, at, action, person_id as "personId", on_behalf_of as "onBehalfOf", task_id as "taskId", entry, opinion
    from flow_log where instance_id = ${flowId} and at >= ${since} order by seq
  `.execute(db)
  return rows
}

/** Who sent the request, whoever it belongs to now. */
export async function findFirstApplicant(db: Db, { id, submittedAt }: Pick<FlowRow, 'id' | 'submittedAt'>) {
  const { rows } = await sql<{ applicant: Approver }>`
    select entry #> '{action,applicant}' as applicant from flow_log
    where instance_id = ${id} and at >= ${submittedAt} and seq = 1
  `.execute(db)
  return rows[0]!.applicant
}

export async function insertCopies(
  db: Db,
  flowId: string,
  copies: readonly (Approver & { id: string })[],
  { by, at }: { by: string | null; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    insert into flow_copy (id, instance_id, person_id, member_id, by_person_id, copied_at)
    select t.id, ${flowId}, t.person_id, t.member_id, ${by}, ${at}
    from unnest(${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ personId }) => personId)}::uuid[],
      ${copies.map(({ memberId }) => memberId)}::uuid[]) as t (id, person_id, member_id)
    on conflict on constraint flow_copy_once do nothing
    returning person_id as "personId"
  `.execute(db)
  return rows.map(({ personId }) => personId)
}

/** The names of people, by id. */
export async function listNames(db: Db, personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_person where id = any(${[...new Set(personIds)]}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The memberships that have a task that is not finished. */
export async function listMembersWithTasks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from flow_task where status in ('waiting', 'open', 'suspended')
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Running flows that wait for somebody, in the order of their ids, after the given one. */
export async function listFlowsWithOpenTasks(db: Db, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct instance_id as id from flow_task
    where status = 'open' and ${after === undefined ? sql`true` : sql`instance_id > ${after}`}
    order by id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Tasks of these memberships that are not finished. */
export async function listTasksOfMembers(db: Db, memberIds: readonly string[]) {
  const { rows } = await sql<{ id: string; flowId: string; memberId: string }>`
    select id, instance_id as "flowId", member_id as "memberId" from flow_task
    where member_id = any(${memberIds}::uuid[]) and status in ('waiting', 'open', 'suspended')
    order by instance_id, seq
  `.execute(db)
  return rows
}

/** What is shown of such a task to somebody who arranges a hand-over: nothing of the request itself. */
export async function listTaskFacts(db: Db, memberIds: readonly string[]) {
  const { rows } = await sql<{ id: string; memberId: string; subject: string; arrivedAt: Date | null }>`
    select t.id, t.member_id as "memberId", f.subject, t.arrived_at as "arrivedAt"
    from flow_task t join flow_instance f on f.id = t.instance_id
    where t.member_id = any(${memberIds}::uuid[]) and t.status in ('waiting', 'open', 'suspended')
    order by t.arrived_at, t.id
  `.execute(db)
  return rows
}

/** Open flows that these identities applied for. */
export async function listOpenFlowsOf(db: Db, applicantIds: readonly string[]) {
  const { rows } = await sql<{ id: string; subject: string; applicantId: string }>`
    select id, subject, applicant_id as "applicantId" from flow_instance
    where applicant_id = any(${applicantIds}::uuid[]) and status in ('running', 'returned') order by id
  `.execute(db)
  return rows
}

/** The last decision in the newest flow of each of these records. */
export async function listDecisionsOf(db: Db, subject: string, subjectIds: readonly string[]) {
  const { rows } = await sql<{ subjectId: string; taskId: string; name: string; opinion: Buffer | null; at: Date }>`
    select distinct on (f.subject_id) f.subject_id as "subjectId", t.id as "taskId", p.name, t.opinion,
      t.finished_at as at
    from flow_instance f
    join flow_task t on t.instance_id = f.id and t.status in ('approved', 'rejected') and not t.is_void
    join v_person p on p.id = t.decided_by
    where f.subject = ${subject} and f.subject_id = any(${subjectIds}::text[]) and not exists (
      select from flow_instance later where later.subject = f.subject and later.subject_id = f.subject_id
        and (later.submitted_at, later.id) > (f.submitted_at, f.id))
    order by f.subject_id, t.finished_at desc, t.seq desc
  `.execute(db)
  return rows
}

/** The newest flow of each of these records, with the people who have to decide now. */
export async function listFlowsOf(db: Db, subject: string, subjectIds: readonly string[]) {
  const { rows } = await sql<{
    id: string
    subjectId: string
    status: FlowStatus
    active: string[]
    holders: string[]
    rules: FlowRules
  }>`
    select distinct on (f.subject_id) f.id, f.subject_id as "subjectId", f.status, f.active, d.rules,
      array(select p.name from flow_task t join v_person p on p.id = t.person_id
        where t.instance_id = f.id and t.status = 'open' order by t.seq) as holders
    from flow_instance f join flow_definition d on d.id = f.definition_id
    where f.subject = ${subject} and f.subject_id = any(${subjectIds}::text[])
    order by f.subject_id, f.submitted_at desc, f.id desc
  `.execute(db)
  return rows
}

export async function countOpenFlowsAt(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from flow_instance where org_id = any(${orgIds}::uuid[]) and status in ('running', 'returned')
  `.execute(db)
  return rows[0]!.count
}

/** Open flows go on at the other organisation; ended ones stay in the history of the old one. */
export const moveFlows = (db: Db, from: string, to: string) =>
  sql`
    update flow_instance set org_id = ${to} where org_id = ${from} and status in ('running', 'returned')
  `.execute(db)

/** Running flows with an open task whose time is over, or nearly so, and that nobody was told of; the latest first. */
export async function listLateFlowIds(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select instance_id as id from flow_task
      where status = 'open' and due_at is not null and due_checked_at is null
        and (due_at <= ${now} or (warn_at <= ${now} and warned_at is null))
      group by instance_id order by min(due_at) limit 200
    ) late order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks the late tasks of a flow as handled, and returns those that were not yet. */
export async function takeLateTasks(db: Db, flowId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update flow_task set due_checked_at = ${now}
    where instance_id = ${flowId} and status = 'open' and due_at <= ${now} and due_checked_at is null
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks the tasks of a flow whose time is nearly over as told, and returns those that were not yet. */
export async function takeNearlyLateTasks(db: Db, flowId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update flow_task set warned_at = ${now}
    where instance_id = ${flowId} and status = 'open' and due_at > ${now} and warn_at <= ${now} and warned_at is null
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}
