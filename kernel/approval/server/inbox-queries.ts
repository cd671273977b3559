import { sql } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import { readSqlPage, type Db } from '#packages/db'
import type { FlowStatus, FlowTaskStatus } from '../contract.ts'

/** Whose inbox it is, on which day: deputies see the tasks of those they stand in for. */
export interface InboxOwner {
  personId: string
  day: string
}

export interface InboxRow {
  taskId: string
  flowId: string
  subject: string
  subjectId: string
  title: string
  orgName: string
  applicant: string
  /** The holder, if the reader is a deputy. */
  holder: string | null
  step: string
  status: FlowTaskStatus
  flowStatus: FlowStatus
  arrivedAt: Date | null
  dueAt: Date | null
  finishedAt: Date | null
}

const taskColumns = sql`
  t.id as "taskId", t.instance_id as "flowId", f.subject, f.subject_id as "subjectId", f.title, o.name as "orgName",
  p.name as applicant, t.step, t.status, f.status as "flowStatus", t.arrived_at as "arrivedAt", t.due_at as "dueAt",
  t.finished_at as "finishedAt"`
const taskJoins = sql`
  join flow_instance f on f.id = t.instance_id join v_org o on o.id = f.org_id
  join v_person p on p.id = f.applicant_person_id`

/**
 * Tasks that a deputy may decide: on these days, for these subjects, but neither the delegator's own requests nor the
 * deputy's.
 */
const isForDeputy = ({ personId, day }: InboxOwner) => sql`exists (
  select from flow_delegation d join flow_instance f on f.id = t.instance_id
  where d.to_person_id = ${personId} and d.from_person_id = t.person_id and d.cancelled_at is null
    and d.begins_on <= ${day}::date and d.over_on > ${day}::date
    and (cardinality(d.subjects) = 0 or f.subject = any(d.subjects))
    and f.applicant_person_id <> t.person_id and f.applicant_person_id <> ${personId})`

/** The people for whom somebody is a deputy on that day. */
export async function listDelegators(db: Db, { personId, day }: InboxOwner): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct from_person_id as id from flow_delegation
    where to_person_id = ${personId} and cancelled_at is null and begins_on <= ${day}::date and over_on > ${day}::date
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Nearly everybody has no delegators: then the index of the inbox answers alone. */
const isMine = (owner: InboxOwner, delegators: readonly string[]) =>
  delegators.length === 0
    ? sql`t.person_id = ${owner.personId} and t.status = 'open'`
    : sql`t.person_id = any(${[owner.personId, ...delegators]}::uuid[]) and t.status = 'open'
        and (t.person_id = ${owner.personId} or ${isForDeputy(owner)})`

/** 待我审批, newest first. */
export const listOpenTaskPage = (
  db: Db,
  owner: InboxOwner,
  delegators: readonly string[],
  page: PageQuery,
): Promise<Page<InboxRow>> =>
  readSqlPage<InboxRow>(
    db,
    {
      columns: sql`${taskColumns}, case when t.person_id <> ${owner.personId} then h.name end as holder`,
      from: sql`flow_task t where ${isMine(owner, delegators)}`,
      joined: { as: 't', with: sql`${taskJoins} join v_person h on h.id = t.person_id` },
      orderBy: sql`t.arrived_at desc, t.id desc`,
    },
    page,
  )

/** The open tasks about records of one subject; the own ones are first. */
export async function listOpenTasksOfSubject(
  db: Db,
  owner: InboxOwner,
  delegators: readonly string[],
  subject: string,
): Promise<{ taskId: string; subjectId: string }[]> {
  const { rows } = await sql<{ taskId: string; subjectId: string }>`
    select t.id as "taskId", f.subject_id as "subjectId" from flow_task t join flow_instance f on f.id = t.instance_id
    where ${isMine(owner, delegators)} and f.subject = ${subject}
    order by (t.person_id = ${owner.personId}) desc, t.arrived_at
  `.execute(db)
  return rows
}

/** 已办: what the person decided, also as a deputy, newest first. */
export const listDecidedTaskPage = (db: Db, personId: string, page: PageQuery): Promise<Page<InboxRow>> =>
  readSqlPage<InboxRow>(
    db,
    {
      columns: sql`${taskColumns}, case when t.person_id <> ${personId} then h.name end as holder`,
      from: sql`flow_task t where t.decided_by = ${personId}`,
      joined: { as: 't', with: sql`${taskJoins} join v_person h on h.id = t.person_id` },
      orderBy: sql`t.finished_at desc, t.id desc`,
    },
    page,
  )

export interface OwnFlowRow {
  flowId: string
  subject: string
  subjectId: string
  title: string
  orgName: string
  applicant: string
  status: FlowStatus
  submittedAt: Date
  finishedAt: Date | null
}

const flowColumns = sql`
  f.id as "flowId", f.subject, f.subject_id as "subjectId", f.title, o.name as "orgName", p.name as applicant, f.status,
  f.submitted_at as "submittedAt", f.finished_at as "finishedAt"`
const flowJoins = sql`join v_org o on o.id = f.org_id join v_person p on p.id = f.applicant_person_id`

/** 我发起的, newest first. */
export const listOwnFlowPage = (
  db: Db,
  personId: string,
  hidden: readonly string[],
  page: PageQuery,
): Promise<Page<OwnFlowRow>> =>
  readSqlPage<OwnFlowRow>(
    db,
    {
      columns: flowColumns,
      from: sql`flow_instance f where f.applicant_person_id = ${personId} and f.subject <> all(${hidden}::text[])`,
      joined: { as: 'f', with: flowJoins },
      orderBy: sql`f.submitted_at desc, f.id desc`,
    },
    page,
  )

/** 抄送我的, newest first. */
export const listCopiedFlowPage = (db: Db, personId: string, page: PageQuery): Promise<Page<OwnFlowRow>> =>
  readSqlPage<OwnFlowRow>(
    db,
    {
      columns: flowColumns,
      from: sql`flow_copy c where c.person_id = ${personId}`,
      joined: { as: 'c', with: sql`join flow_instance f on f.id = c.instance_id ${flowJoins}` },
      orderBy: sql`c.copied_at desc, c.id desc`,
    },
    page,
  )

/** How much waits for somebody, and how much of it is late. */
export async function countOpenTasks(db: Db, owner: InboxOwner, delegators: readonly string[], now: Date) {
  const { rows } = await sql<{ open: number; late: number }>`
    select count(*) as open, count(*) filter (where t.due_at < ${now}) as late
    from flow_task t where ${isMine(owner, delegators)}
  `.execute(db)
  return rows[0]!
}
