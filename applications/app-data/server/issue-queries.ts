import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { DataMark, IssueForm, IssueState, IssueType } from '../contract.ts'

interface NotePeriod {
  codes: readonly string[]
  path: string
  from: string
  to: string
}

/** What was noted for an organisation or one above it. */
export async function listNotes(db: Db, { codes, path, from, to }: NotePeriod): Promise<DataMark[]> {
  const { rows } = await sql<DataMark>`
    select i.day::text as day, i.code, i.type, i.text
    from metric_issue i join v_org o on o.id = i.org_id
    where i.code = any(${codes}::text[]) and i.day between ${from}::date and ${to}::date and o.path @> ${path}::ltree
    order by i.day, i.id
  `.execute(db)
  return rows
}

/** 口径变更 of a metric that concern an organisation: its own, and those of the ones above it. */
export async function listDefinitionChanges(db: Db, code: string, orgId: string) {
  const { rows } = await sql<{ day: string; text: string }>`
    select i.day::text as day, i.text
    from metric_issue i join v_org o on o.id = i.org_id join v_org own on own.id = ${orgId}
    where i.code = ${code} and i.type = 'definition' and o.path @> own.path
    order by i.day desc, i.id limit 20
  `.execute(db)
  return rows
}

export interface IssueRow {
  id: string
  code: string
  orgId: string
  orgName: string
  day: string
  type: IssueType
  text: string
  state: IssueState
}

/** The issues at and below an organisation in a scope, the latest first. */
export async function listIssueRows(db: Db, scope: Scope, { codes, path, from, to }: NotePeriod): Promise<IssueRow[]> {
  const { rows } = await sql<IssueRow>`
    select i.id, i.code, i.org_id as "orgId", o.name as "orgName", i.day::text as day, i.type, i.text, i.state
    from metric_issue i join v_org o on o.id = i.org_id
    where i.code = any(${codes}::text[]) and i.day between ${from}::date and ${to}::date and o.path <@ ${path}::ltree
      and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
    order by i.day desc, i.id limit 500
  `.execute(db)
  return rows
}

export const insertIssue = (
  db: Db,
  { id, userId, now, ...form }: IssueForm & { id: string; userId: string; now: Date },
) =>
  sql`
    insert into metric_issue (id, code, org_id, day, type, text, user_id, created_at, updated_at)
    values (${id}, ${form.code}, ${form.orgId}, ${form.day}::date, ${form.type}, ${form.text}, ${userId}, ${now}, ${now})
  `.execute(db)

/** Locked, because its state is about to change. */
export async function lockIssue(db: Db, scope: Scope, id: string): Promise<{ state: IssueState } | undefined> {
  const { rows } = await sql<{ state: IssueState }>`
    select i.state from metric_issue i join v_org o on o.id = i.org_id
    where i.id = ${id} and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })} for update of i
  `.execute(db)
  return rows[0]
}

export const updateIssueState = (db: Db, { id, state, now }: { id: string; state: IssueState; now: Date }) =>
  sql`update metric_issue set state = ${state}, updated_at = ${now} where id = ${id}`.execute(db)

export async function countIssues(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from metric_issue where org_id = any(${orgIds}::uuid[])`.execute(db)
  return rows[0]!.count
}

export const moveIssues = (db: Db, fromId: string, toId: string) =>
  sql`update metric_issue set org_id = ${toId} where org_id = ${fromId}`.execute(db)
