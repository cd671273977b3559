import { addDays, dayOf, startOfDay, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import {
  approveTask,
  decideRecord,
  getOpenTasksOf,
  listApproversOf,
  rejectTask,
  returnTask,
} from '#kernel/approval/server/api.ts'
import { actAsDemoMember, listDemoMemberships, type DemoMembership, type DemoRows } from '#kernel/org/server/api.ts'
import { listWorkDays } from '#kernel/schooling/server/api.ts'
import type { LeaveForm, LeaveKind } from '../contract.ts'
import { grantBalance } from './balances.ts'
import { listDemoColleagues, listDemoMembers, type DemoColleague } from './demo-queries.ts'
import { moveLeaveByDate } from './leave-jobs.ts'
import { closeMonth } from './months.ts'
import { overtimeApproval, overtimes } from './overtime.ts'
import {
  cancelLeave,
  changeLeave,
  enterLeave,
  leaveSubject,
  returnFromLeave,
  submitLeave,
  voidLeave,
} from './requests.ts'
import { ensureStandardTypes, listTypesAt } from './types.ts'

const keeperRights = ['leave.manage', 'leave.balance', 'leave.close', 'leave.stat']
const at = (ctx: Ctx, day: string, hour = 8) => ({
  ...ctx,
  now: new Date(startOfDay(day).getTime() + hour * 3_600_000),
})

/** What people were away for: kind, working days, reason. The usual shares of a school. */
const usual: readonly (readonly [LeaveKind, number, string])[] = [
  ['sick', 1, '感冒发热，遵医嘱休息'],
  ['personal', 0.5, '孩子家长会'],
  ['official', 2, '参加区教研活动'],
  ['sick', 0.5, '上午到医院复诊'],
  ['personal', 1, '办理房产手续'],
  ['official', 1, '外出培训'],
  ['sick', 2, '急性肠胃炎'],
  ['annual', 1, '年休'],
  ['personal', 1, '家中老人住院陪护'],
  ['parental', 1, '孩子生病在家照看'],
  ['official', 3, '到外地参加教学比赛'],
  ['sick', 1, '牙科手术'],
]
const leavesPerSchool = 24
/** The first colleagues are those who are away now. */
const peopleNow = 9

/** The leave of a term up to today, for the schools with demo logins. */
export const demoLeave: DemoRows = {
  key: 'teacher-leave.term',
  isOnlyForViewing: true,
  async create(ctx, world) {
    const today = dayOf(ctx.now)
    const begins = startOfDay(`${today.slice(0, 4)}-08-01`)
    const first = begins > ctx.now ? new Date(ctx.now.getTime() - 150 * 86_400_000) : begins
    for (const table of ['flow_log', 'message_batch', 'message']) await ensureMonthPartitions(ctx.db, table, first, 14)
    await ensureStandardTypes(ctx)
    let count = 0
    for (const keeper of listDemoMemberships(world, '学校管理员')) {
      const logins = world.logins.flatMap(({ title, membership }) =>
        membership?.orgId === keeper.orgId ? [{ title, membership }] : [],
      )
      count += await createSchoolLeave(ctx, keeper, logins)
    }
    return count
  },
}

interface School {
  ctx: Ctx
  keeper: Ctx
  colleagues: readonly DemoColleague[]
  worked: readonly string[]
  typeOf: (kind: LeaveKind) => string
}

async function createSchoolLeave(
  ctx: Ctx,
  keeper: DemoMembership,
  logins: readonly { title: string; membership: DemoMembership }[],
): Promise<number> {
  const today = dayOf(ctx.now)
  // The working days of the last eleven weeks: from September on in the middle of November.
  const from = addDays(today, -77)
  const worked = (await listWorkDays(ctx, keeper.orgId, from, addDays(today, 21)))
    .filter(({ isWorking }) => isWorking)
    .map(({ day }) => day)
  const types = await listTypesAt(ctx, keeper.orgId)
  const school: School = {
    ctx,
    keeper: actAsDemoMember(ctx, keeper, { may: keeperRights }),
    colleagues: await listDemoColleagues(ctx.db, keeper.orgId, from),
    worked,
    typeOf: (kind) => types.find((type) => type.kind === kind)!.id,
  }
  if (school.colleagues.length < peopleNow + 3 || worked.filter((day) => day < today).length < 10) return 0
  await grantAnnualLeave(school, from)
  const past = await createPastLeave(school, today)
  const present = await createPresentLeave(school, today, logins)
  const unusual = await createUnusualLeave(school, today)
  await closeMonths(school, today)
  return past + present + unusual
}

const grantAnnualLeave = ({ keeper, typeOf }: School, from: string) =>
  grantBalance(at(keeper, from), {
    typeId: typeOf('annual'),
    userIds: [],
    orgId: null,
    within: 'own',
    kind: 'grant',
    amount: 500,
    // Also for the days off at the turn of the year.
    expiresOn: `${addDays(dayOf(keeper.now), 30).slice(0, 4)}-12-31`,
    note: '年度发放',
  })

function fillForm(
  { worked, typeOf }: School,
  [kind, days, reason]: (typeof usual)[number],
  startsOn: string,
): LeaveForm {
  const begins = worked.indexOf(startsOn)
  return {
    id: null,
    typeId: typeOf(kind),
    startsOn,
    startHalf: 'am',
    endsOn: worked[begins + Math.ceil(days) - 1] ?? startsOn,
    endHalf: days % 1 === 0 ? 'pm' : 'am',
    startTime: null,
    endTime: null,
    reason,
    contact: '',
    destination: kind === 'official' ? '市教师进修学校' : '',
    leavesCity: false,
    deputyId: null,
    files: [],
    covers: [],
  }
}

/** Asked for, approved by whoever has the task, taken, and back again. */
async function takeLeave(school: School, person: DemoMembership, form: LeaveForm, isBack = true) {
  const askedOn = at(school.ctx, form.startsOn, 7)
  const own = actAsDemoMember(askedOn, person)
  const { id } = await submitLeave(own, form)
  await approveAll(askedOn, id)
  if (!isBack) return
  const returnedOn = school.worked.find((day) => day > form.endsOn)
  if (form.endHalf === 'am')
    await returnFromLeave(at(own, form.endsOn, 14), { id, returnedOn: form.endsOn, returnedHalf: 'pm' })
  else if (returnedOn) {
    await moveLeaveByDate(at(school.ctx, returnedOn))
    await returnFromLeave(at(own, returnedOn), { id, returnedOn, returnedHalf: 'am' })
  }
}

const approve = (ctx: Ctx, taskId: string) => approveTask(ctx, { taskId, opinion: '同意' })

/** Two steps at most: the department, then the organisation. */
async function approveAll(ctx: Ctx, id: string) {
  for (let step = 0; step < 3; step++) if (!(await decideNext(ctx, id, approve))) return
}

/** Whoever has the task decides. */
async function decideNext(ctx: Ctx, id: string, decide: (own: Ctx, taskId: string) => Promise<unknown>) {
  const approvers = (await listApproversOf(ctx, leaveSubject, [id])).get(id) ?? []
  const members = await listDemoMembers(
    ctx.db,
    approvers.map(({ personId }) => personId),
  )
  for (const member of members) {
    const own = actAsDemoMember(ctx, member)
    const taskId = (await getOpenTasksOf(own, leaveSubject)).get(id)
    if (!taskId) continue
    await decide(own, taskId)
    return true
  }
  return false
}

async function createPastLeave(school: School, today: string): Promise<number> {
  const colleagues = school.colleagues.slice(peopleNow)
  // The last five days are for those who are away now.
  const past = school.worked.filter((day) => day < today).slice(0, -5)
  const count = Math.min(leavesPerSchool, past.length)
  for (let index = 0; index < count; index++) {
    const person = colleagues[(index * 5) % colleagues.length]!
    const startsOn = past[Math.floor((index * past.length) / count)]!
    await takeLeave(school, person, fillForm(school, usual[index % usual.length]!, startsOn))
  }
  return count
}

/** One in maternity leave, one not back yet, one with a proof due, two away today, and requests that wait. */
async function createPresentLeave(
  school: School,
  today: string,
  logins: readonly { title: string; membership: DemoMembership }[],
): Promise<number> {
  const { keeper } = school
  const colleagues = school.colleagues.slice(0, peopleNow)
  const before = school.worked.filter((day) => day < today)
  const next = school.worked.filter((day) => day > today)
  const mother = colleagues.find(({ sex }) => sex === '女')
  const free = colleagues.filter(({ userId }) => userId !== mother?.userId)
  let count = 0
  if (mother) {
    const begins = before[12] ?? before[0]!
    const { id: _, deputyId: __, ...form } = fillForm(school, ['maternity', 1, '预产期临近'], begins)
    await enterLeave(at(keeper, begins, 7), { ...form, endsOn: addDays(begins, 157), userId: mother.userId })
    count++
  }
  await takeLeave(school, free[0]!, fillForm(school, ['sick', 3, '肺炎住院'], before.at(-5)!))
  await takeLeave(school, free[1]!, fillForm(school, ['personal', 2, '老家有事'], before.at(-2)!), false)
  await takeLeave(school, free[2]!, fillForm(school, ['sick', 2, '腰肌劳损'], before.at(-1)!), false)
  await takeLeave(school, free[3]!, fillForm(school, ['official', 3, '跟岗学习'], before.at(-1)!), false)
  await moveLeaveByDate(at(school.ctx, today, 1))
  count += 4
  await createOvertime(school, [free[4]!, free[5]!], before)
  const waiting: readonly (readonly [DemoMembership | undefined, (typeof usual)[number]])[] = [
    [findLogin(logins, '语文教师'), ['sick', 0.5, '发热，明早就医']],
    [findLogin(logins, '年级组长'), ['official', 1, '参加区级评审']],
    [findLogin(logins, '学校管理员'), ['annual', 2, '年休']],
    [free[6], ['personal', 4, '家人手术陪护']],
  ]
  for (const [index, [person, leave]] of waiting.entries()) {
    if (!person || !next[0]) continue
    const asked = { ...school.ctx, now: new Date(school.ctx.now.getTime() - (index + 1) * 1_800_000) }
    const form = fillForm(school, leave, next[index] ?? next[0])
    // Whoever approves for others names a deputy.
    const deputyId = index === 1 ? (free[7]?.userId ?? null) : null
    await submitLeave(actAsDemoMember(asked, person), { ...form, deputyId })
    count++
  }
  return count + 2
}

/** Rejected, sent back, extended, cancelled, void, and one by the hour. */
async function createUnusualLeave(school: School, today: string): Promise<number> {
  const { ctx, keeper, colleagues, worked, typeOf } = school
  const others = colleagues.slice(peopleNow)
  const other = (index: number) => others[index % others.length]!
  const before = worked.filter((day) => day < today)
  const next = worked.filter((day) => day > today)
  const [yesterday, dayBefore, early] = [before.at(-1)!, before.at(-2)!, before.at(-3)!]
  const submit = async (index: number, leave: (typeof usual)[number], startsOn: string, askedOn = dayBefore) =>
    (await submitLeave(actAsDemoMember(at(ctx, askedOn, 7), other(index)), fillForm(school, leave, startsOn))).id
  const decided = at(ctx, dayBefore, 10)

  const rejected = await submit(0, ['personal', 2, '外出旅游'], next[3]!)
  await decideNext(decided, rejected, (own, taskId) => rejectTask(own, { taskId, opinion: '期中考试期间，请另选时间' }))
  const returned = await submit(1, ['official', 1, '外出学习'], next[4]!)
  await decideNext(decided, returned, (own, taskId) =>
    returnTask(own, { taskId, opinion: '请写明学习地点', to: '', resume: 'again' }),
  )

  const first = await submit(2, ['sick', 1, '重感冒'], early, early)
  await approveAll(at(ctx, early, 8), first)
  const longer = { ...fillForm(school, ['sick', 2, '重感冒'], early), id: first }
  const extended = await changeLeave(actAsDemoMember(at(ctx, dayBefore, 7), other(2)), longer)
  await approveAll(at(ctx, dayBefore, 8), extended.id)
  await moveLeaveByDate(at(ctx, yesterday, 1))
  const back = { id: extended.id, returnedOn: yesterday, returnedHalf: 'am' } as const
  await returnFromLeave(actAsDemoMember(at(ctx, yesterday), other(2)), back)

  const cancelled = await submit(3, ['personal', 1, '参加家长会'], next[2]!)
  await approveAll(decided, cancelled)
  const reason = '家长会改为线上'
  await cancelLeave(actAsDemoMember(at(ctx, yesterday), other(3)), { id: cancelled, reason })

  const { id: _, deputyId: __, ...entry } = fillForm(school, ['personal', 1, '电话请假'], dayBefore)
  const entered = await enterLeave(at(keeper, yesterday), { ...entry, userId: other(4).userId })
  await voidLeave(at(keeper, yesterday, 9), { id: entered.id, reason: '重复录入' })

  const mother = others.findLast(({ sex }) => sex === '女')
  if (!mother) return 5
  const hours = { typeId: typeOf('nursing'), startTime: '16:00', endTime: '17:00' }
  await takeLeave(
    school,
    mother,
    { ...fillForm(school, ['nursing', 1, '哺乳'], yesterday), ...hours, startHalf: 'pm' },
    false,
  )
  return 6
}

const findLogin = (logins: readonly { title: string; membership: DemoMembership }[], title: string) =>
  logins.find((login) => login.title === title)?.membership

/** One credit was approved, one waits for the administrator. */
async function createOvertime({ ctx, keeper }: School, people: readonly DemoMembership[], before: readonly string[]) {
  for (const [index, person] of people.entries()) {
    const approvedOn = before.at(-6)!
    // Examinations are on Saturdays.
    const workedOn = index === 0 ? addDays(approvedOn, -1 - new Date(approvedOn).getUTCDay()) : before.at(-4)!
    const own = actAsDemoMember(at(ctx, workedOn, 18), person)
    const form = { event: index === 0 ? '周末监考' : '校园开放日值班', workedOn, amount: 100, remark: '' }
    const { id } = await overtimes.create(own, form)
    if (index > 0) continue
    await decideRecord(at(keeper, approvedOn, 9), {
      subject: overtimeApproval.key,
      id,
      isAgreed: true,
      opinion: '同意',
      mayTakeOver: true,
    })
  }
}

/** The two months before this one, but not one with people who are not back yet. */
async function closeMonths({ keeper, worked }: School, today: string) {
  const present = worked.filter((day) => day < today).at(-5)!
  const last = addDays(`${today.slice(0, 7)}-01`, -1)
  const before = addDays(`${last.slice(0, 7)}-01`, -1)
  for (const day of [before, last].filter((end) => end < present))
    await closeMonth(at(keeper, addDays(day, 3)), { orgId: null, month: day.slice(0, 7) })
}
