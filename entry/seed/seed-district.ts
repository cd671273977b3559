import { newId, type Ctx, type DistrictId, type App } from '#packages/core'
import type { Cells } from '#packages/db'
import { beginDutySeparation } from '#kernel/access/server/api.ts'
import { acceptInvitation, findAccount, saveTotp } from '#kernel/identity/server/api.ts'
import { seedReadMessages } from '#kernel/message/server/api.ts'
import { insertTreePiece, planTree, seedBureauDetails, type SeededSchool } from '#kernel/org/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { recountMembers, seedMembershipRequest } from '#kernel/staff/server/api.ts'
import { claimDingTalkKeys, configureDingTalkDistrict, type DingTalkConfig } from '#kernel/workplace/server/api.ts'
import { createDemoRows } from './demo-rows.ts'
import { demoTotpSecret, hasDemoTotp } from './demo-totp.ts'
import { SeedRun } from './seed-run.ts'
import { seedBureau, seedColleagues, seedSchool, type DemoLogin } from './staff.ts'
import { bindChild, inviteFamily, type FamilyLogin } from './family-logins.ts'
import { createIdCardGenerator, planStudents, seedClassesAndStudents, seedSchooling, seedTeaching } from './students.ts'
import { createIdGenerator, createPersonGenerator, createRandom, type Random } from './random.ts'

export const seedSizes = {
  S: { schools: 3, colleagues: 24, pupils: [810, 270, 45] },
  /** 4,000 staff members. */
  M: { schools: 40, colleagues: 99, pupils: [1_500] },
  /** 30,000. */
  L: { schools: 300, colleagues: 99, pupils: [1_334] },
  /** The tree of the country's largest district; people only at the schools with demo logins. */
  XL: { schools: 5_000, totalNodes: 500_000, colleagues: 24, schoolsWithPeople: 3, pupils: [] },
} as const
export type SeedSize = keyof typeof seedSizes

interface DistrictPlan {
  area: string
  /** Prefixes of the login names: of the bureau's people, and of the first schools. */
  prefix: string
  schoolPrefixes: string[]
  cell: number
  schools: number
  /** At each school. */
  colleagues: number
  schoolsWithPeople?: number
  /**
   * Approximate number of pupils at the first school, the second and so on; the last number counts for all others.
   * Empty: none.
   */
  pupils: readonly number[]
  totalNodes?: number
  /** For demos: classes differ in size, and past events have past dates. */
  isRealistic?: boolean
  /** Its system, security and audit administrators are three people. */
  isSeparated?: boolean
  series: number
}

/** The districts of a size: the large one, and a small neighbour that must never see its data. */
export function listDistrictPlans(size: SeedSize, cells: readonly number[]): DistrictPlan[] {
  const [first = 1, second = first] = cells
  const large = { area: '云禾区', prefix: 'yunhe', schoolPrefixes: ['shiyan', 'wenlan', 'chenlan'], cell: first }
  const small = { area: '明湖区', prefix: 'minghu', schoolPrefixes: ['mhshiyan'], cell: second }
  return [
    { ...large, ...seedSizes[size], series: 1 },
    { ...small, isSeparated: true, schools: 1, colleagues: 8, pupils: [90], series: 2 },
  ]
}

/** The same for demos: full schools, with classes of different sizes. */
export const listDemoPlans = (size: SeedSize, cells: readonly number[]): DistrictPlan[] =>
  listDistrictPlans(size, cells).map((plan) => ({
    ...plan,
    isRealistic: true,
    ...(plan.isSeparated && { pupils: [270] }),
    ...(!plan.isSeparated && size === 'S' && { pupils: [810, 270, 225] }),
  }))

interface SeededDistrict {
  district: DistrictId
  logins: DemoLogin[]
  nodes: number
  bureau: { id: string; path: string }
  schools: SeededSchool[]
  /** How many rows modules added, by the key of their declaration. */
  rowCounts: Map<string, number>
}

/** One demo district with its bureau, tree, people and accounts. */
export async function seedDistrict(
  app: App,
  cells: Cells,
  plan: DistrictPlan,
  password: string,
): Promise<SeededDistrict> {
  const run = await beginDistrict({ app, cells }, plan)
  const seeded = await seedDistrictSteps(run, plan, password)
  await run.finish()
  return seeded
}

export const getBureauName = ({ area }: Pick<DistrictPlan, 'area'>) => `${area}教育局`

/** Begins or continues the seed of a district; the caller finishes it. */
export const beginDistrict = (options: Parameters<typeof SeedRun.begin>[0], plan: DistrictPlan) =>
  SeedRun.begin(options, { name: getBureauName(plan), cell: plan.cell, plan: JSON.stringify(plan) })

/** Colleagues of this many schools are one transaction. */
const schoolsPerStep = 20

export async function seedDistrictSteps(run: SeedRun, plan: DistrictPlan, password: string): Promise<SeededDistrict> {
  const { app, cells, district, bureau } = run
  const random = createRandom(plan.series)
  const invent = createPersonGenerator(random)
  const { schools, offices, nodes } = await seedTree(run, plan)
  const logins = await run.step(
    'logins',
    async (ctx) => {
      const people = await seedBureau(ctx, { id: bureau.id, name: getBureauName(plan), offices }, plan, invent)
      for (const [at, prefix] of plan.schoolPrefixes.entries())
        people.push(...(await seedSchool(ctx, schools[at]!, prefix, invent)))
      return people
    },
    [invent],
  )
  const staffed = schools.slice(0, plan.schoolsWithPeople ?? schools.length)
  const staff = new Map<string, string[]>()
  for (let at = 0; at < staffed.length; at += schoolsPerStep) {
    const some = staffed.slice(at, at + schoolsPerStep)
    const work = (ctx: Ctx) => seedColleagues(ctx, some, plan.colleagues, { invent, random })
    for (const [orgId, userIds] of await run.step(`colleagues ${at}`, work, [invent])) staff.set(orgId, userIds)
  }
  const dingtalk = findDingTalkCompany(plan.prefix)
  await run.step('settings', async (ctx) => {
    await recountMembers(ctx)
    await requestColleague(ctx, { schools, logins, staff })
    await setSignInPolicy(ctx, bureau.id, schools[1]?.id)
    if (dingtalk) await configureDingTalkDistrict(ctx, dingtalk)
  })
  if (dingtalk) await claimDingTalkKeys(cells, district, dingtalk)
  const families = await seedSchools(run, { plan, schools, staff, logins, random })
  const everybody = [...logins, ...families]
  for (const { invitation, userName } of everybody)
    await run.stepOutside(`account ${userName}`, async () => {
      await acceptInvitation(
        { app, cells, now: new Date(), requestId: newId() },
        { token: invitation, userName, password },
      )
      if (!hasDemoTotp(userName)) return
      const account = await findAccount(cells, userName)
      await saveTotp(cells, account!.id, demoTotpSecret, 0, new Date())
    })
  for (const { guardian, userName } of families)
    if (guardian) await run.step(`child of ${userName}`, (ctx) => bindChild(ctx, guardian))
  const world = { bureauId: bureau.id, schools, logins: everybody }
  const rowCounts = await createDemoRows(run, world, { isForViewing: false })
  return { district, logins: everybody, nodes, bureau, schools, rowCounts }
}

/** The tree, in large batches. Its ids are the same each time, so an interrupted run plans the same rows again. */
async function seedTree(run: SeedRun, plan: DistrictPlan) {
  const { bureau } = run
  const schoolsInCluster = plan.schools > 1_000 ? 100 : 10
  const newTreeId = createIdGenerator(plan.series)
  const { pieces, ...tree } = planTree({ ...plan, bureau, schoolsInCluster, newId: newTreeId })
  await run.step('bureau', async ({ db }) => void (await seedBureauDetails(db, { ...plan, bureau })))
  for (const [at, piece] of pieces.entries())
    await run.step(`tree ${at}`, ({ db, now }) => insertTreePiece(db, piece, now))
  return tree
}

/** The first school requests a teacher of the second one for a few hours; the second has to agree. */
async function requestColleague(
  ctx: Ctx,
  { schools, logins, staff }: Pick<SchoolSeedOptions, 'schools' | 'logins' | 'staff'>,
) {
  const [first, second] = schools
  const asker = logins.find(({ title, membership }) => title === '学校管理员' && membership?.orgId === first?.id)
  const userId = second && staff.get(second.id)?.at(-1)
  if (!first || !asker?.membership || !userId) return
  await seedMembershipRequest(ctx, {
    userId,
    orgId: first.id,
    post: '兼课教师',
    applicant: asker.membership,
  })
}

interface SchoolSeedOptions {
  plan: DistrictPlan
  schools: readonly SeededSchool[]
  staff: ReadonlyMap<string, readonly string[]>
  logins: readonly DemoLogin[]
  random: Random
}

/** Classes and pupils, one transaction per school. The demo teacher gets a class. */
async function seedSchools(run: SeedRun, { plan, schools, staff, logins, random }: SchoolSeedOptions) {
  await run.step('schooling', seedSchooling)
  const newIdCard = createIdCardGenerator()
  const families: FamilyLogin[] = []
  for (const [at, school] of schools.entries()) {
    const pupils = plan.pupils[at] ?? plan.pupils.at(-1)
    if (pupils === undefined) break
    const teacher = logins.find(({ title, membership }) => title === '语文教师' && membership?.orgId === school.id)
    const heads = [...(teacher?.membership ? [teacher.membership.userId] : []), ...(staff.get(school.id) ?? [])]
    const work = async (ctx: Ctx) => {
      const { classes, firstPupil } = await seedClassesAndStudents(ctx, school, {
        plan: planStudents(school, pupils, plan.isRealistic),
        staff: heads,
        random,
        newIdCard,
      })
      const first = classes.slice(0, 2).map(({ classId }) => classId)
      if (!teacher) return []
      await seedTeaching(ctx, school, first, heads)
      return inviteFamily(ctx, firstPupil, plan.schoolPrefixes[at]!, school.name)
    }
    families.push(...(await run.step(`pupils ${at}`, work, [random, newIdCard])))
  }
  return families
}

/** The password is enough in the demo; the second school shows the second step. */
async function setSignInPolicy(ctx: Ctx, bureauId: string, secondSchoolId: string | undefined) {
  await writeSetting(ctx, bureauId, 'login', { secondStep: 'off' })
  if (secondSchoolId) await writeSetting(ctx, secondSchoolId, 'login', { secondStep: 'new-device' })
}

/** The companies of the DingTalk simulator. */
const companies: Readonly<Record<string, DingTalkConfig>> = {
  yunhe: {
    ddId: 'yunhe',
    corpId: 'dingdemo-corp-yunhe',
    clientId: 'dingdemo-app',
    clientSecret: 'dingdemo-secret',
    agentId: 1_000_001,
  },
  minghu: {
    ddId: 'minghu',
    corpId: 'dingdemo-corp-minghu',
    clientId: 'dingdemo-app2',
    clientSecret: 'dingdemo-secret2',
    agentId: 1_000_002,
  },
}
const findDingTalkCompany = (prefix: string) => companies[prefix]

/** Messages older than two days are marked as read. */
const readAfterMs = 2 * 86_400_000

/** Recent activity for people who look at the demo. Returns the number of rows by the key of their declaration. */
export async function seedDemoActivity(
  run: SeedRun,
  { isSeparated }: Pick<DistrictPlan, 'isSeparated'>,
  { bureau, schools, logins }: Pick<SeededDistrict, 'bureau' | 'schools' | 'logins'>,
): Promise<Map<string, number>> {
  const world = { bureauId: bureau.id, schools, logins }
  const rowCounts = await createDemoRows(run, world, { isForViewing: true })
  await run.step('read messages', async (ctx) => {
    await seedReadMessages(ctx, new Date(ctx.now.getTime() - readAfterMs))
    if (isSeparated) await beginDutySeparation(ctx)
  })
  return rowCounts
}
