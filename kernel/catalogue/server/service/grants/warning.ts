import { dayOf, newId, type Ctx } from '#packages/core'
import { holdersOver } from '#kernel/access/server'
import { defineTemplate, sendMessages } from '#kernel/message/server'
import { applicationsOf } from '../../application-list.ts'
import { takeEndings, type Ending } from '../../grant-ending-queries.ts'

const ending = defineTemplate({
  code: 'application.grant-ending',
  kind: 'notice',
  title: '{count}项应用授权即将到期',
  body: '{names}，最早{to}到期，到期后相关人员不能再打开。',
})

const daysBefore = 7
const namesTold = 3

/** Tells those who decide about applications, each once, how many grants within their reach end in the coming week. */
export async function warnOfEndings(ctx: Ctx) {
  const endings = await takeEndings(ctx.db, { day: dayOf(ctx.now), days: daysBefore, now: ctx.now })
  if (endings.length === 0) return
  const names = new Map((await applicationsOf(ctx)).map(({ key, name }) => [key, name]))
  for (const [person, theirs] of await byDecider(ctx, endings)) {
    const told = [...new Set(theirs.map(({ key }) => names.get(key) ?? key))]
    const more = told.length > namesTold ? '等' : ''
    await sendMessages(ctx, ending, {
      to: [person],
      words: {
        count: String(theirs.length),
        names: `${told.slice(0, namesTold).join('、')}${more}`,
        to: theirs[0]!.to,
      },
      url: '/systemSet/AppAuthorize?tab=expiring',
      subject: { kind: 'app-grant-ending', id: newId() },
    })
  }
}

/** Whoever decides for the district is told once of all schools, and not of each. */
async function byDecider(ctx: Ctx, endings: readonly Ending[]) {
  const deciders = new Map<string, { person: { personId: string; orgId: string }; endings: Ending[] }>()
  for (const [orgId, here] of Map.groupBy(endings, (one) => one.orgId))
    for (const person of await holdersOver(ctx, 'app.grant', orgId)) {
      const known = deciders.get(person.personId) ?? { person, endings: [] }
      known.endings.push(...here)
      deciders.set(person.personId, known)
    }
  return [...deciders.values()].map(
    ({ person, endings: theirs }) => [person, theirs.toSorted((a, b) => (a.to < b.to ? -1 : 1))] as const,
  )
}
