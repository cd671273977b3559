import { dayOf, newId, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { listAllApplications } from '../../application-list.ts'
import { claimExpiringGrants, type ExpiringGrant } from '../../expiring-grant-queries.ts'

export const expiringGrantTemplate = defineTemplate({
  code: 'application.grant-ending',
  kind: 'notice',
  title: '{count}项应用授权即将到期',
  body: '{names}，最早{to}到期，到期后相关人员不能再打开。',
})

const warningDays = 7
const maxNames = 3

/** Notifies each decider once how many grants in scope end in the coming week. */
export async function notifyExpiringGrants(ctx: Ctx) {
  const endings = await claimExpiringGrants(ctx.db, { day: dayOf(ctx.now), days: warningDays, now: ctx.now })
  if (endings.length === 0) return
  const names = new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))
  for (const [person, theirs] of await groupByDecider(ctx, endings)) {
    const appNames = [...new Set(theirs.map(({ key }) => names.get(key) ?? key))]
    const more = appNames.length > maxNames ? '等' : ''
    await sendMessages(ctx, expiringGrantTemplate, {
      to: [person],
      values: {
        count: String(theirs.length),
        names: `${appNames.slice(0, maxNames).join('、')}${more}`,
        to: theirs[0]!.to,
      },
      url: '/systemSet/AppAuthorize?tab=expiring',
      subject: { kind: 'app-grant-ending', id: newId() },
    })
  }
}

/** A decider for the district gets one notification for all schools, not one for each. */
async function groupByDecider(ctx: Ctx, endings: readonly ExpiringGrant[]) {
  const deciders = new Map<string, { person: { personId: string; orgId: string }; endings: ExpiringGrant[] }>()
  for (const [orgId, here] of Map.groupBy(endings, (one) => one.orgId))
    for (const person of await listPermissionHolders(ctx, 'app.grant', orgId)) {
      const known = deciders.get(person.personId) ?? { person, endings: [] }
      known.endings.push(...here)
      deciders.set(person.personId, known)
    }
  return [...deciders.values()].map(
    ({ person, endings: theirs }) => [person, theirs.toSorted((a, b) => (a.to < b.to ? -1 : 1))] as const,
  )
}
