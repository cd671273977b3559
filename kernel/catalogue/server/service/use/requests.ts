import { found, invalid, newId, nothing, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { administratorsOf, holdersOver } from '#kernel/access/server'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server'
import type { AppRequest } from '../../../contract.ts'
import { applicationsOf, type AppRow } from '../../application-list.ts'
import {
  findRequest,
  insertRequest,
  pageOfRequests,
  settleRequest,
  type RequestRow,
  type RequestsAsked,
} from '../../request-queries.ts'
import { giveOrg } from '../grants/saving-orgs.ts'
import { idsOfPath, viewFor } from './viewing.ts'

const asked = defineTemplate({
  code: 'application.asked',
  kind: 'todo',
  title: '申请开通应用：{name}',
  body: '{org}申请开通，用途：{reason}',
})
const answered = defineTemplate({
  code: 'application.answered',
  kind: 'notice',
  title: '“{name}”{outcome}',
  body: '{words}',
})

const subjectOf = (id: string) => ({ kind: 'app-request', id })
const alreadyAsked = '本单位已申请，请等待处理'

/** Somebody asks for an application to be opened where she works. */
export async function askFor(ctx: Ctx, { key, reason }: { key: string; reason: string }): Promise<null> {
  const { orgId, personId } = ctx.actor
  const { seen, use } = await viewFor(ctx, ctx.actor)
  const { app, state } = found(
    seen.find((one) => one.app.key === key),
    '应用',
  )
  if (state === 'asked') throw new Refusal(alreadyAsked)
  if (state !== 'closed') throw new Refusal('该应用已在本单位开通')
  const id = newId()
  await insertRequest(ctx.db, { id, key, orgId, by: personId, reason }, ctx.now).catch(
    onConstraint('app_request_once', alreadyAsked),
  )
  const request = found(await findRequest(ctx.db, { ...nothing, orgIds: [orgId] }, id))
  await sendMessages(ctx, asked, {
    to: await deciders(ctx, app, idsOfPath(use.path)),
    words: { name: app.name, org: request.orgName, reason },
    url: '/systemSet/AppAuthorize?tab=requests',
    subject: subjectOf(id),
  })
  return null
}

/** Who may give it away: those who decide where it is kept. A school itself opens only what it was given. */
async function deciders(ctx: Ctx, app: AppRow, orgIds: readonly string[]) {
  const holders = await holdersOver(ctx, 'app.grant', app.manageOrgId ?? orgIds.at(-1)!)
  return holders.length > 0 ? holders : administratorsOf(ctx, null)
}

export async function listRequests(ctx: Ctx, { status, from, to, ...page }: RequestsAsked) {
  const { items, ...counts } = await pageOfRequests(ctx.db, scopeOf(ctx, 'app.review'), { status, from, to }, page)
  const names = new Map((await applicationsOf(ctx)).map(({ key, name }) => [key, name]))
  return { ...counts, items: items.map((row) => presented(row, names.get(row.key) ?? '')) }
}

const presented = (
  { askerId: _, askedAt, decidedAt, askedBy, decidedBy, ...row }: RequestRow,
  name: string,
): AppRequest => ({
  ...row,
  name,
  askedBy: askedBy ?? '',
  askedAt: askedAt.toISOString(),
  decidedBy: decidedBy ?? '',
  decidedAt: decidedAt?.toISOString() ?? null,
})

interface Deciding {
  id: string
  isAgreed: boolean
  words: string
}

/** Agreed: the organisation has it from now on. Whoever asked is told. */
export async function decideRequest(ctx: Ctx, { id, isAgreed, words }: Deciding): Promise<null> {
  const request = found(await findRequest(ctx.db, scopeOf(ctx, 'app.grant'), id), '申请')
  if (!isAgreed && words === '') throw invalid([{ field: 'words', msg: '请填写答复' }])
  const status = isAgreed ? 'agreed' : 'refused'
  if (!(await settleRequest(ctx.db, { id, status, words, by: ctx.actor.personId }, ctx.now)))
    throw new Refusal('该申请已处理')
  if (isAgreed) await giveOrg(ctx, request.key, request.orgId)
  await closeTodos(ctx, subjectOf(id))
  const app = (await applicationsOf(ctx)).find(({ key }) => key === request.key)
  const told = {
    words: {
      name: app?.name ?? '',
      outcome: isAgreed ? '已开通' : '未能开通',
      words: words || '现在可以在应用中心打开。',
    },
    url: '/dataCentre/appSupermarket',
  }
  await sendMessages(ctx, answered, { to: [request.askerId], ...told, subject: subjectOf(id), orgId: request.orgId })
  return null
}
