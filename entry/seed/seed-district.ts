import { newId, type Ctx, type DistrictId, type App } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { createDistrict, createPlatformCtx, beginDutySeparation } from '#kernel/access/server/api.ts'
import { acceptInvitation, findAccount, saveTotp } from '#kernel/identity/server/api.ts'
import { seedReadMessages } from '#kernel/message/server/api.ts'
import { seedTree, type SeededSchool } from '#kernel/org/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { recountMembers, seedMembershipRequest } from '#kernel/staff/server/api.ts'
import { claimDingTalkKeys, configureDingTalkDistrict, type DingTalkConfig } from '#kernel/workplace/server/api.ts'
import { createDemoRows } from './demo-rows.ts'
import { demoTotpSecret, hasDemoTotp } from './demo-totp.ts'
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

/** Creates one demo district: bureau, tree, people, accounts. */
export async function seedDistrict(
  app: App,
  cells: Cells,
  plan: DistrictPlan,
  password: string,
): Promise<SeededDistrict> {
  const now = new Date()
  const random = createRandom(plan.series)
  const invent = createPersonGenerator(random)
  const name = `${plan.area}教育局`
  const { district, bureau } = await createDistrict(app, cells, { name, cell: plan.cell }, now)
  const schoolsInCluster = plan.schools > 1_000 ? 100 : 10
  const { schools, offices, nodes } = await inDistrict(cells, district, (db) =>
    seedTree(db, { ...plan, bureau, schoolsInCluster, newId: createIdGenerator(plan.series), now }),
  )
  const { logins, staff } = await inDistrict(cells, district, async (db) => {
    const ctx = createPlatformCtx(app, district, db, now)
    const people = await seedBureau(ctx, { id: bureau.id, name, offices }, plan, invent)
    for (const [at, prefix] of plan.schoolPrefixes.entries())
      people.push(...(await seedSchool(ctx, schools[at]!, prefix, invent)))
    const staffed = schools.slice(0, plan.schoolsWithPeople ?? schools.length)
    const colleagues = await seedColleagues(ctx, staffed, plan.colleagues, { invent, random })
    await recountMembers(ctx)
    await requestColleague(ctx, { schools, logins: people, staff: colleagues })
    await setSignInPolicy(ctx, bureau.id, schools[1]?.id)
    const dingtalk = findDingTalkCompany(plan.prefix)
    if (dingtalk) await configureDingTalkDistrict(ctx, dingtalk)
    return { logins: people, staff: colleagues }
  })
  const dingtalk = findDingTalkCompany(plan.prefix)
  if (dingtalk) await claimDingTalkKeys(cells, district, dingtalk)
  const families = await seedSchools(app, cells, district, { plan, schools, staff, logins, random })
  const everybody = [...logins, ...families]
  for (const { invitation, userName } of everybody) {
    await acceptInvitation({ app, cells, now, requestId: newId() }, { token: invitation, userName, password })
    if (!hasDemoTotp(userName)) continue
    const account = await findAccount(cells, userName)
    await saveTotp(cells, account!.id, demoTotpSecret, 0, now)
  }
  for (const { guardian } of families)
    if (guardian)
      await inDistrict(cells, district, (db) => bindChild(createPlatformCtx(app, district, db, new Date()), guardian))
  const world = { bureauId: bureau.id, schools, logins: everybody }
  const rowCounts = await createDemoRows(app, cells, district, world, { isForViewing: false })
  return { district, logins: everybody, nodes, bureau, schools, rowCounts }
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
    applicantId: asker.membership.personId,
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
async function seedSchools(
  app: App,
  cells: Cells,
  district: DistrictId,
  { plan, schools, staff, logins, random }: SchoolSeedOptions,
) {
  const inside = (work: (ctx: Ctx) => Promise<void>) =>
    inDistrict(cells, district, (db) => work(createPlatformCtx(app, district, db, new Date())))
  await inside(seedSchooling)
  const newIdCard = createIdCardGenerator()
  const families: FamilyLogin[] = []
  for (const [at, school] of schools.entries()) {
    const pupils = plan.pupils[at] ?? plan.pupils.at(-1)
    if (pupils === undefined) break
    const teacher = logins.find(({ title, membership }) => title === '语文教师' && membership?.orgId === school.id)
    const heads = [...(teacher?.membership ? [teacher.membership.userId] : []), ...(staff.get(school.id) ?? [])]
    await inside(async (ctx) => {
      const { classes, firstPupil } = await seedClassesAndStudents(ctx, school, {
        plan: planStudents(school, pupils, plan.isRealistic),
        staff: heads,
        random,
        newIdCard,
      })
      const first = classes.slice(0, 2).map(({ classId }) => classId)
      if (!teacher) return
      await seedTeaching(ctx, school, first, heads)
      families.push(...(await inviteFamily(ctx, firstPupil, plan.schoolPrefixes[at]!, school.name)))
    })
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
  app: App,
  cells: Cells,
  { isSeparated }: Pick<DistrictPlan, 'isSeparated'>,
  { district, bureau, schools, logins }: Pick<SeededDistrict, 'district' | 'bureau' | 'schools' | 'logins'>,
): Promise<Map<string, number>> {
  const world = { bureauId: bureau.id, schools, logins }
  const rowCounts = await createDemoRows(app, cells, district, world, { isForViewing: true })
  await inDistrict(cells, district, async (db) => {
    const ctx = createPlatformCtx(app, district, db, new Date())
    await seedReadMessages(ctx, new Date(ctx.now.getTime() - readAfterMs))
    if (isSeparated) await beginDutySeparation(ctx)
  })
  return rowCounts
}
