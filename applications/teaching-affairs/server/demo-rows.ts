import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { listHighSchoolSubjects } from './overview-queries.ts'
import { professions } from './professions.ts'

const combinations = [
  ['物化生', '物理', '化学', '生物'],
  ['物化地', '物理', '化学', '地理'],
  ['史政地', '历史', '思想政治', '地理'],
] as const
const trades = [
  { name: '汽车运用与维修', code: '700206' },
  { name: '学前教育', code: '670102' },
]

/** Three combinations and two professions of each school; a school of one stage uses those of its stage. */
export const demoProfessions: DemoRows = {
  key: 'teaching-affairs.professions',
  isOnlyForViewing: true,
  after: ['schooling.subjects'],
  async create(ctx, world) {
    const administrators = listDemoMemberships(world, '学校管理员')
    const subjects = await listHighSchoolSubjects(ctx.db)
    let count = 0
    for (const administrator of administrators) {
      const { orgId } = administrator
      const acting = actAsDemoMember(ctx, administrator, { may: ['profession.edit'] })
      const none = { firstSubject: null, secondSubject: null, thirdSubject: null }
      for (const [name, ...names] of combinations) {
        const [firstSubject, secondSubject, thirdSubject] = names.map((one) => subjects.get(one) ?? null)
        if (!firstSubject || !secondSubject || !thirdSubject) continue
        const chosen = { firstSubject, secondSubject, thirdSubject }
        const facts = {
          orgId,
          name,
          code: '',
          kind: 'combination' as const,
          years: null,
          stages: [4],
          isDisabled: false,
        }
        await professions.create(acting, { ...facts, ...chosen })
        count++
      }
      for (const trade of trades) {
        const facts = { orgId, kind: 'profession' as const, years: 3, stages: [5], isDisabled: false }
        await professions.create(acting, { ...facts, ...trade, ...none })
        count++
      }
    }
    return count
  },
}
