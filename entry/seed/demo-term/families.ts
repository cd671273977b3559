import { newId, type Ctx } from '#packages/core'
import { createPeople, seedAccounts } from '#kernel/identity/server/api.ts'
import type { ClassDescription } from '#kernel/schooling/server/api.ts'
import { consentPurposes, type ConsentPurpose } from '#kernel/student/contract.ts'
import {
  listRosterGuardians,
  listRoster,
  seedBindings,
  seedBindRequest,
  seedConsents,
  seedEmergency,
  type RosterGuardian,
  type SeedConsent,
} from '#kernel/student/server/api.ts'
import { surnames, type Random } from '../random.ts'
import type { DemoTermRun } from './term-run.ts'
import type { DemoTermDays } from './term-days.ts'

interface Family {
  studentId: string
  classId: string
  guardians: RosterGuardian[]
}

/** The percentage of consents given and refused; the others have not answered. */
const answers: Readonly<Record<ConsentPurpose, readonly [yes: number, no: number]>> = {
  face: [78, 9],
  'image-public': [62, 14],
  health: [84, 3],
  location: [56, 12],
  'cross-app': [51, 19],
}
const leastBound = 60
const mostBound = 98
/** The percentage of pupils with an emergency contact. */
const withEmergency = 88

/** How many pupils of a class have a bound guardian: a different share in each class, 60 to 98 per cent. */
export function pickBoundCount(pupils: number, random: Random): number {
  const wanted = Math.round((pupils * (leastBound + random.below(mostBound - leastBound + 1))) / 100)
  const least = Math.ceil((pupils * leastBound) / 100)
  const most = Math.max(least, Math.floor((pupils * mostBound) / 100))
  return Math.min(most, Math.max(least, wanted))
}

async function listFamilies(ctx: Ctx, classes: readonly ClassDescription[]): Promise<Family[]> {
  const families: Family[] = []
  for (const { id: classId } of classes) {
    const roster = await listRoster(ctx, { classId })
    const guardians = Map.groupBy(
      await listRosterGuardians(
        ctx,
        roster.map(({ id }) => id),
      ),
      ({ studentId }) => studentId,
    )
    families.push(...roster.map(({ id }) => ({ studentId: id, classId, guardians: guardians.get(id) ?? [] })))
  }
  return families
}

/** The guardians to bind: the first guardian of some pupils of each class, and of a few the second too. */
function chooseGuardians(families: readonly Family[], random: Random): RosterGuardian[] {
  return [...Map.groupBy(families, ({ classId }) => classId).values()].flatMap((own) => {
    const isBound = ({ guardians }: Family) => guardians.some((guardian) => guardian.isBound)
    const open = own.filter((family) => !isBound(family) && family.guardians[0]?.phone)
    const wanted = pickBoundCount(own.length, random) - own.filter(isBound).length
    const chosen: RosterGuardian[] = []
    for (let count = 0; count < wanted && open.length > 0; count++) {
      const [family] = open.splice(random.below(open.length), 1)
      const [first, second] = family!.guardians
      chosen.push(first!)
      if (second?.phone && random.below(4) === 0) chosen.push(second)
    }
    return chosen
  })
}

interface FamilySeedOptions {
  /** Prefix of the school's login names. */
  prefix: string
  classes: readonly ClassDescription[]
  days: DemoTermDays
  random: Random
}

/**
 * Guardians with accounts, most of them bound, with consents, emergency contacts, and two open requests to the class
 * teacher. Returns the pupils who may be photographed.
 */
export async function seedFamilies(term: DemoTermRun, options: FamilySeedOptions): Promise<string[]> {
  const { prefix, classes, days, random } = options
  const { run, now, step } = term
  const { cells, district } = run
  const { families, people } = await step(
    `guardians of ${prefix}`,
    async (ctx) => {
      const all = await listFamilies(ctx, classes)
      const chosen = chooseGuardians(all, random)
      const personIds = await createPeople(
        ctx,
        chosen.map(({ name, phone }) => ({ name, phone })),
      )
      return {
        families: all,
        people: chosen.map((guardian, at) => ({ guardian, personId: personIds[at]!, accountId: newId() })),
      }
    },
    [random],
  )
  await run.stepOutside(`guardian accounts of ${prefix}`, () =>
    seedAccounts(
      { cells, district, now },
      people.map(({ guardian: { phone }, personId, accountId }) => ({ personId, accountId, phone })),
      null,
    ),
  )
  const agreed = await step(`bindings of ${prefix}`, (ctx) => bindFamilies(ctx, { families, people, days, random }), [
    random,
  ])
  await seedBindRequests(term, options, families)
  return agreed
}

interface BindingOptions extends Pick<FamilySeedOptions, 'days' | 'random'> {
  families: readonly Family[]
  people: readonly { guardian: RosterGuardian; personId: string }[]
}

/** Binds the guardians, with their consents, and names the emergency contacts. */
async function bindFamilies(ctx: Ctx, { families, people, days, random }: BindingOptions): Promise<string[]> {
  const bound = people.map(({ guardian, personId }) => ({
    guardian,
    personId,
    at: days.at(1 + random.below(44), 7 + random.below(14)),
  }))
  const consents = bound.flatMap(({ guardian, personId, at }, index) => {
    const isSecond = bound[index - 1]?.guardian.studentId === guardian.studentId
    return isSecond ? [] : pickConsents(guardian, personId, random).map((consent) => ({ consent, at }))
  })
  await seedBindings(
    ctx,
    bound.map(({ guardian: { linkId, phone }, personId, at }) => ({ linkId, personId, phone, at })),
  )
  for (const [moment, some] of Map.groupBy(consents, ({ at }) => at.getTime()))
    await seedConsents(
      { ...ctx, now: new Date(moment) },
      some.map(({ consent }) => consent),
    )
  await seedEmergency(ctx, pickEmergencyLinks(families, random))
  return consents.flatMap(({ consent }) => (consent.purpose === 'face' && consent.agrees ? [consent.studentId] : []))
}

function pickConsents({ studentId, linkId }: RosterGuardian, personId: string, random: Random): SeedConsent[] {
  return (Object.keys(consentPurposes) as ConsentPurpose[]).flatMap((purpose) => {
    const [yes, no] = answers[purpose]
    const drawn = random.below(100)
    return drawn < yes + no ? [{ studentId, purpose, agrees: drawn < yes, linkId, personId }] : []
  })
}

const pickEmergencyLinks = (families: readonly Family[], random: Random) =>
  families.flatMap(({ guardians }) => {
    const drawn = random.below(100)
    const guardian = guardians[drawn % 2] ?? guardians[0]
    return guardian && drawn < withEmergency ? [guardian.linkId] : []
  })

const grandparents = [
  { given: ['秀珍', '桂英', '玉兰', '月娥'], relation: 4 },
  { given: ['国良', '福生', '根宝', '德明'], relation: 3 },
  { given: ['淑芬', '巧云', '彩凤', '爱华'], relation: 4, opinion: '已与家长电话核实' },
] as const

/** Grandparents whose numbers the school does not have ask for a binding; one of them is confirmed. */
async function seedBindRequests(
  { run, now, step }: DemoTermRun,
  { prefix, classes, days, random }: FamilySeedOptions,
  families: readonly Family[],
) {
  const [first] = classes
  if (!first) return
  const waiting = families.filter(({ classId }) => classId === first.id).slice(-grandparents.length)
  const people = await step(
    `grandparents of ${prefix}`,
    async (ctx) => {
      const drawn = grandparents.slice(0, waiting.length).map(({ given, relation, ...rest }) => ({
        name: random.pick(surnames) + random.pick(given),
        relation,
        opinion: 'opinion' in rest ? rest.opinion : '',
        phone: `136${String(random.below(100_000_000)).padStart(8, '0')}`,
      }))
      const personIds = await createPeople(
        ctx,
        drawn.map(({ name, phone }) => ({ name, phone })),
      )
      return drawn.map((person, at) => ({ ...person, personId: personIds[at]!, accountId: newId() }))
    },
    [random],
  )
  const { cells, district } = run
  await run.stepOutside(`grandparent accounts of ${prefix}`, () =>
    seedAccounts(
      { cells, district, now },
      people.map(({ personId, accountId, phone }) => ({ personId, accountId, phone })),
      null,
    ),
  )
  await step(`bind requests of ${prefix}`, async (ctx) => {
    const roster = await listRoster(ctx, { classId: first.id })
    for (const [at, { name, relation, phone, accountId, opinion }] of people.entries()) {
      const { studentId } = waiting[at]!
      const pupil = roster.find(({ id }) => id === studentId)!
      await seedBindRequest(
        { ...ctx, now: days.at(1 + at, 18) },
        {
          accountId,
          name,
          phone,
          relation,
          opinion,
          pupil: { studentId, name: pupil.name, orgId: first.orgId, classId: first.id },
        },
      )
    }
  })
}
