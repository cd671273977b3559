import { sql, type RawBuilder } from 'kysely'
import type { DayRange, Page, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, isWithinDays, readSqlPage, toLikePattern, type Db } from '#packages/db'
import type { FlowStatus, FlowTaskStatus } from '../contract.ts'

/** Whose inbox it is, on which day: deputies see the tasks of those they stand in for. */
export interface InboxOwner {
  personId: string
  day: string
}

export interface FlowFilter extends PageQuery, DayRange {
  subject?: string | undefined
  keyword: string
  status?: FlowStatus | undefined
}

export interface InboxRow {
  taskId: string
  flowId: string
  definitionId: string
  subject: string
  title: string
  brief: string
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
  t.id as "taskId", t.instance_id as "flowId", f.definition_id as "definitionId", f.subject, f.title, f.brief,
  coalesce(o.name, '') as "orgName", p.name as applicant, t.step, t.status, f.status as "flowStatus", t.arrived_at as "arrivedAt",
  t.due_at as "dueAt", t.finished_at as "finishedAt"`
const taskJoins = sql`
  join flow_instance f on f.id = t.instance_id left join v_org o on o.id = f.org_id
  join v_person p on p.id = f.applicant_person_id join v_person h on h.id = t.person_id`

/** What a list searches for; the request is `f`. */
function matchesFilter({ subject, keyword, status }: FlowFilter): RawBuilder<unknown> {
  const like = toLikePattern(keyword)
  const parts = [
    ...(subject ? [sql`f.subject = ${subject}`] : []),
    ...(status ? [sql`f.status = ${status}`] : []),
    ...(keyword
      ? [
          sql`(f.title ilike ${like} or exists (
            select from v_person a where a.id = f.applicant_person_id and a.name ilike ${like}))`,
        ]
      : []),
  ]
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

const hasFilter = ({ subject, keyword, status }: FlowFilter) => Boolean(subject || keyword || status)

/** Tasks are joined to their requests only for a search: without one the index of the list answers alone. */
const matchesTask = (filter: FlowFilter) =>
  hasFilter(filter)
    ? sql`exists (select from flow_instance f where f.id = t.instance_id and ${matchesFilter(filter)})`
    : sql`true`

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

const readTaskPage = (db: Db, personId: string, where: RawBuilder<unknown>, at: string, filter: FlowFilter) =>
  readSqlPage<InboxRow>(
    db,
    {
      columns: sql`${taskColumns}, case when t.person_id <> ${personId} then h.name end as holder`,
      from: sql`flow_task t where ${where} and ${isWithinDays(at, filter)} and ${matchesTask(filter)}`,
      joined: { as: 't', with: taskJoins },
      orderBy: sql`${sql.ref(at)} desc, t.id desc`,
    },
    filter,
  )

/** 待我审批, newest first. */
export const listOpenTaskPage = (
  db: Db,
  owner: InboxOwner,
  delegators: readonly string[],
  filter: FlowFilter,
): Promise<Page<InboxRow>> => readTaskPage(db, owner.personId, isMine(owner, delegators), 't.arrived_at', filter)

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
export const listDecidedTaskPage = (db: Db, personId: string, filter: FlowFilter): Promise<Page<InboxRow>> =>
  readTaskPage(db, personId, sql`t.decided_by = ${personId}`, 't.finished_at', filter)

export interface ListedFlow {
  flowId: string
  definitionId: string
  subject: string
  title: string
  brief: string
  orgName: string
  applicant: string
  status: FlowStatus
  active: string[]
  submittedAt: Date
  finishedAt: Date | null
}

const flowColumns = sql`
  f.id as "flowId", f.definition_id as "definitionId", f.subject, f.title, f.brief,
  coalesce(o.name, '') as "orgName", p.name as applicant, f.status, f.active, f.submitted_at as "submittedAt", f.finished_at as "finishedAt"`
const flowJoins = sql`left join v_org o on o.id = f.org_id join v_person p on p.id = f.applicant_person_id`

const readFlowPage = (db: Db, where: RawBuilder<unknown>, filter: FlowFilter) =>
  readSqlPage<ListedFlow>(
    db,
    {
      columns: flowColumns,
      from: sql`flow_instance f
        where ${where} and ${isWithinDays('f.submitted_at', filter)} and ${matchesFilter(filter)}`,
      joined: { as: 'f', with: flowJoins },
      orderBy: sql`f.submitted_at desc, f.id desc`,
    },
    filter,
  )

/** 我发起的, newest first. */
export const listOwnFlowPage = (
  db: Db,
  personId: string,
  hidden: readonly string[],
  filter: FlowFilter,
): Promise<Page<ListedFlow>> =>
  readFlowPage(db, sql`f.applicant_person_id = ${personId} and f.subject <> all(${hidden}::text[])`, filter)

/** The requests of the organisations in a scope, newest first. */
export const listFlowPage = (db: Db, scope: Scope, filter: FlowFilter): Promise<Page<ListedFlow>> =>
  readFlowPage(db, inScope(scope, { org: 'f.org_id' }), filter)

/** 抄送我的, newest first. */
export const listCopiedFlowPage = (db: Db, personId: string, filter: FlowFilter): Promise<Page<ListedFlow>> =>
  readSqlPage<ListedFlow>(
    db,
    {
      columns: flowColumns,
      from: sql`flow_copy c where c.person_id = ${personId} and ${isWithinDays('c.copied_at', filter)}
        and ${hasFilter(filter) ? sql`exists (select from flow_instance f where f.id = c.instance_id and ${matchesFilter(filter)})` : sql`true`}`,
      joined: { as: 'c', with: sql`join flow_instance f on f.id = c.instance_id ${flowJoins}` },
      orderBy: sql`c.copied_at desc, c.id desc`,
    },
    filter,
  )

/** How much waits for somebody, and how much of it is late. */
export async function countOpenTasks(db: Db, owner: InboxOwner, delegators: readonly string[], now: Date) {
  const { rows } = await sql<{ open: number; late: number }>`
    select count(*) as open, count(*) filter (where t.due_at < ${now}) as late
    from flow_task t where ${isMine(owner, delegators)}
  `.execute(db)
  return rows[0]!
}
