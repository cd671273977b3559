import { addDays, dayOf, getMonday, Refusal, type Ctx } from '#packages/core'
import { getTimeLabels } from './candidate-words.ts'
import { findOrgPath, listMembers } from './people-queries.ts'
import { coverSetting } from './settings.ts'
import { countAccepted, lockGivers } from './week-limit-queries.ts'

interface GivenLesson {
  lessonId: string
  day: string
  /** Who is to give it for a colleague. */
  memberId: string
}

/**
 * Nobody gives more lessons of others in a week than the school allows, all lessons of the act together. Whoever agrees
 * twice at the same moment is judged one after the other.
 */
export async function refuseOverWeek(ctx: Ctx, orgId: string, given: readonly GivenLesson[]) {
  if (given.length === 0) return
  const members = await listMembers(
    ctx.db,
    given.map(({ memberId }) => memberId),
  )
  const personOf = ({ memberId }: GivenLesson) => members.get(memberId)!.personId
  const personIds = [...new Set(given.map(personOf))]
  await lockGivers(ctx.db, personIds)
  const days = given.map(({ day }) => day).toSorted()
  const accepted = await countAccepted(ctx.db, {
    orgId,
    personIds,
    from: getMonday(days[0]!),
    to: addDays(getMonday(days.at(-1)!), 6),
    without: given.map(({ lessonId }) => lessonId),
  })
  const { weekMost } = await coverSetting.read(ctx, await findOrgPath(ctx.db, orgId))
  const weeks = Map.groupBy(given, (one) => `${personOf(one)} ${getMonday(one.day)}`)
  for (const [week, some] of weeks) {
    const before = accepted
      .filter(({ personId, day }) => `${personId} ${getMonday(day)}` === week)
      .reduce((sum, { count }) => sum + count, 0)
    if (before + some.length <= weekMost) continue
    const { name } = members.get(some[0]!.memberId)!
    const { weekWord } = getTimeLabels(some[0]!.day, dayOf(ctx.now))
    throw new Refusal(`${name}${weekWord}已代${before}节，一周最多代${weekMost}节`)
  }
}
