import { found, newId, nothing, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { defineTemplate, sendMessages } from '#kernel/message/server'
import type { Wanted } from '../../../contract.ts'
import { findAccessRequest, insertAccessRequest } from '../../access-request-queries.ts'
import { askFor } from '../use/requests.ts'
import { decidersOf } from './deciders.ts'
import { meantBy, ownPlace } from './wanting.ts'

const asked = defineTemplate({
  code: 'access.asked',
  kind: 'todo',
  title: '{person}申请使用“{name}”',
  body: '{org}，用途：{reason}',
})

export const subjectOf = (id: string) => ({ kind: 'access-request', id })
const requestsUrl = '/systemSet/Requests'

/**
 * Somebody asks for herself: once, however often she presses; it waits with whoever can give it. What is not open where
 * she works she asks for in the name of her organisation.
 */
export async function askAccess(ctx: Ctx, { wanted, reason }: { wanted: Wanted; reason: string }): Promise<null> {
  const { name, lacking, note } = await meantBy(ctx, wanted)
  if (note !== '') throw new Refusal(note)
  if ('app' in lacking && lacking.isForUnit) return askFor(ctx, { key: lacking.app.key, reason })
  const place = ownPlace(ctx)
  const id = newId()
  await insertAccessRequest(
    ctx.db,
    { id, orgId: place.orgId, userId: place.userId, by: place.personId, wanted, reason },
    ctx.now,
  ).catch(onConstraint('access_request_once', '您已申请，请等待处理'))
  const { askedBy, orgName } = found(await findAccessRequest(ctx.db, { ...nothing, orgIds: [place.orgId] }, id))
  await sendMessages(ctx, asked, {
    to: await decidersOf(ctx, place, lacking),
    words: { person: askedBy ?? '', name, org: orgName, reason },
    url: requestsUrl,
    subject: subjectOf(id),
  })
  return null
}
