import { dayOf } from '#packages/core'
import type { IsolationCase, World } from '#packages/testing'
import { aUserWithRoles } from '#kernel/access/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { leaveBookApi, overtimeApi } from '../contract.ts'
import { closeMonth } from './months.ts'
import { overtimes } from './overtime.ts'
import { ensureStandardTypes, listTypesAt } from './types.ts'

const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const onlyHers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const keepers = { ...onlyHers, teacher: -6, otherClassHead: -6 }

export interface PreparedBooks {
  balanceTypeId: string
  /** Of the colleague whose books are kept. */
  memberId: string
  overtimeIds: Readonly<Record<'read' | 'recalled', string>>
}

type Api = typeof leaveBookApi & typeof overtimeApi
const ofSchool = ({ home }: World) => ({ orgId: home.school.id })
const inSchool = (world: World) => ({ query: ofSchool(world) })
export const bookCases: { readonly [Name in keyof Api]: IsolationCase<PreparedBooks> } = {
  balancePage: { ...keepers, request: inSchool },
  ledger: {
    ...keepers,
    request: (_, { memberId }) => ({ query: { userId: memberId } }),
  },
  grant: {
    ...keepers,
    otherSchoolAdmin: 0,
    otherDistrictAdmin: 0,
    request: (_, { balanceTypeId, memberId }) => ({
      body: { typeId: balanceTypeId, userIds: [memberId], kind: 'grant', amount: 100 },
    }),
  },
  monthSummary: {
    ...keepers,
    request: ({ home }) => ({ query: { orgId: home.school.id, day: '2025-03-10' } }),
  },
  summaryDays: {
    ...keepers,
    request: (_, { memberId }) => ({ query: { userId: memberId, from: '2025-03-01', to: '2025-03-31' } }),
  },
  awayToday: { ...everybody, teacher: -6, otherClassHead: -6 },
  closeMonth: { ...keepers, request: (world) => ({ body: { ...ofSchool(world), month: '2025-03' } }) },
  openMonth: {
    ...keepers,
    request: (world) => ({ body: { ...ofSchool(world), month: '2025-02', reason: '补录一条公假' } }),
  },
  list: everybody,
  get: { ...onlyHers, request: (_, { overtimeIds }) => ({ query: { id: overtimeIds.read } }) },
  create: {
    ...everybody,
    // The only one who could approve it there is herself.
    otherDistrictAdmin: 0,
    request: () => ({ body: { event: '周末监考', workedOn: dayOf(new Date()), amount: 100, remark: '' } }),
  },
  recallOvertime: { ...onlyHers, request: (_, { overtimeIds }) => ({ body: { id: overtimeIds.recalled } }) },
}

export const prepareBooks = ({ database, home, owner }: World): Promise<PreparedBooks> =>
  database.as(owner, async (ctx) => {
    await ensureStandardTypes(ctx)
    const types = await listTypesAt(ctx, home.school.id)
    const colleague = await aTeacher(ctx, { at: home.school, name: '余额同事' })
    // Nobody approves the own overtime, so a second person keeps the balances.
    await aUserWithRoles(ctx, ['hr'], { at: home.school, name: '人事', hasAccount: true })
    await closeMonth(ctx, { orgId: home.school.id, month: '2025-02' })
    const apply = async (daysAgo: number) => {
      const workedOn = dayOf(new Date(ctx.now.getTime() - daysAgo * 86_400_000))
      return (await overtimes.create(ctx, { event: '周末监考', workedOn, amount: 100, remark: '' })).id
    }
    return {
      balanceTypeId: types.find(({ kind }) => kind === 'annual')!.id,
      memberId: colleague.userId,
      overtimeIds: { read: await apply(3), recalled: await apply(4) },
    }
  })
