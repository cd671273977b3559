import type { Ctx } from '#packages/core'
import type { MessageTemplate } from '#kernel/message/server/api.ts'
import { givenPage, notifyPeople, type NoticeLine } from './cover-notifications.ts'
import { describeLegs } from './describe-legs.ts'
import { listLegsByIds } from './leg-queries.ts'
import { listMembers } from './people-queries.ts'

/** Whoever gives these lessons for a colleague. */
export async function notifyGivers(ctx: Ctx, template: MessageTemplate, legIds: readonly string[]) {
  if (legIds.length === 0) return
  const legs = await listLegsByIds(ctx.db, legIds)
  const names = await describeLegs(ctx, legs)
  const members = await listMembers(
    ctx.db,
    legs.flatMap(({ toId }) => toId ?? []),
  )
  const notices = legs.flatMap((leg): NoticeLine[] => {
    const member = members.get(leg.toId ?? '')
    const { time } = names.get(leg.id)!
    return member ? [{ personId: member.personId, requestId: leg.requestId, line: `${time}（${leg.begins}）` }] : []
  })
  await notifyPeople(ctx, template, notices, { url: givenPage })
}
