import { labelOf, type BodyOf, type QueryOf } from '#packages/contract'
import { newId, notFound, orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { getReadableNode } from '#kernel/metric/server/api.ts'
import { isOrgInScope, type OrgContents } from '#kernel/org/server/api.ts'
import { issueStates, listNextStates, type appDataApi, type DataIssue } from '../contract.ts'
import { countIssues, insertIssue, listIssueRows, lockIssue, moveIssues, updateIssueState } from './issue-queries.ts'
import { getCodes, getReadableMetric } from './pages.ts'

const permission = 'app-data.note'

export async function listIssues(
  ctx: Ctx,
  { key, orgId, from, to }: QueryOf<typeof appDataApi.issues>,
): Promise<DataIssue[]> {
  const { page, codes } = await getCodes(ctx, { key })
  if (codes.length === 0) return []
  const { path } = await getReadableNode(ctx, codes, orgId)
  const titles = new Map(page.columns.map(({ code, title }) => [code, title]))
  const rows = await listIssueRows(ctx.db, scopeOf(ctx, permission), { codes, path, from, to })
  return rows.map(({ orgId: id, orgName: name, ...row }) => ({
    ...row,
    metric: titles.get(row.code)!,
    org: { id, name },
  }))
}

/** Notes something about the figures of an organisation that the caller may read and is responsible for. */
export async function saveIssue(ctx: Ctx, form: BodyOf<typeof appDataApi.saveIssue>) {
  const { code } = getReadableMetric(ctx, form.code)
  await getReadableNode(ctx, [code], form.orgId)
  if (!(await isOrgInScope(ctx.db, scopeOf(ctx, permission), form.orgId))) throw notFound('组织')
  const id = newId()
  await insertIssue(ctx.db, { ...form, id, userId: ctx.actor.userId, now: ctx.now })
  return { id }
}

export async function settleIssue(ctx: Ctx, { id, state }: BodyOf<typeof appDataApi.settleIssue>) {
  const row = orNotFound(await lockIssue(ctx.db, scopeOf(ctx, permission), id), '数据问题')
  if (!listNextStates(row.state).includes(state))
    throw new Refusal(`该问题${labelOf(issueStates, row.state)}，不能改为${labelOf(issueStates, state)}`)
  await updateIssueState(ctx.db, { id, state, now: ctx.now })
  return null
}

/** They stay with the organisation whose figures they explain, or with its successor. */
export const issueContents: OrgContents = {
  key: 'metric-issue',
  title: '数据问题',
  measure: '条',
  count: (ctx, orgIds) => countIssues(ctx.db, orgIds),
  relocate: async (ctx, { from, to, isWhole }) => {
    if (isWhole) await moveIssues(ctx.db, from.id, to.id)
  },
}
