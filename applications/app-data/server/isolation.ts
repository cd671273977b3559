import { addDays, dayOf, newId } from '#packages/core'
import { defineIsolation, type IsolationCase, type World } from '#packages/testing'
import { publishFacts } from '#kernel/metric/server/api.ts'
import { appDataApi } from '../contract.ts'
import { insertIssue } from './issue-queries.ts'
import { insertView } from './view-queries.ts'

interface Facts {
  period: { from: string; to: string }
  issueId: string
  viewId: string
}

const key = 'student'
const code = 'student.enrolled'

const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
/** Figures of the whole school: for class teachers and for other schools it is not there. */
const ofSchool = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofManagers = { ...ofSchool, teacher: -6, otherClassHead: -6 }
const whole = ({ home }: World, { period }: Facts) => ({ key, orgId: home.school.id, ...period })

const cases: Record<keyof typeof appDataApi, IsolationCase<Facts>> = {
  pages: everybody,
  board: { ...ofSchool, request: (world, facts) => ({ query: whole(world, facts) }) },
  query: { ...ofSchool, request: (world, facts) => ({ query: { ...whole(world, facts), by: 'org' } }) },
  children: { ...ofSchool, request: (world, facts) => ({ query: whole(world, facts) }) },
  drill: {
    ...ofSchool,
    request: ({ home }, { period }) => ({ query: { code, orgId: home.school.id, ...period } }),
  },
  definition: { ...everybody, request: () => ({ query: { code } }) },
  missing: {
    ...ofSchool,
    request: ({ home }, { period }) => ({ query: { code, orgId: home.school.id, day: period.from } }),
  },
  remind: {
    ...ofManagers,
    request: ({ home }, { period }) => ({ body: { code, orgId: home.school.id, day: period.from } }),
  },
  issues: { ...ofManagers, request: (world, facts) => ({ query: whole(world, facts) }) },
  saveIssue: {
    ...ofManagers,
    request: ({ home }, { period }) => ({
      body: { code, orgId: home.school.id, day: period.from, type: 'outlier', text: '秋游' },
    }),
  },
  settleIssue: { ...ofManagers, request: (_, { issueId }) => ({ body: { id: issueId, state: 'confirmed' } }) },
  views: { ...everybody, request: () => ({ query: { key } }) },
  saveView: {
    ...ofSchool,
    request: (world, facts) => ({ body: { ...whole(world, facts), name: newId().slice(0, 8) } }),
  },
  removeView: {
    ...ofSchool,
    request: (_, { viewId }) => ({ body: { id: viewId } }),
  },
  export: { ...ofSchool, request: (world, facts) => ({ query: whole(world, facts) }) },
}

const prepare = async ({ database, home, owner }: World): Promise<Facts> => {
  const [issueId, viewId] = [newId(), newId()]
  return database.as(owner, async (ctx) => {
    const today = dayOf(ctx.now)
    const from = addDays(today, -3)
    const period = { from, to: addDays(today, -1) }
    const orgId = home.school.id
    await publishFacts(ctx, code, [
      { orgId, day: from, facts: 'missing' },
      { orgId, day: period.to, facts: [{ value: 320 }] },
    ])
    const { userId } = owner
    const own = { userId, now: ctx.now }
    await insertIssue(ctx.db, { ...own, id: issueId, code, orgId, day: from, type: 'outlier', text: '秋游' })
    await insertView(ctx.db, { ...own, id: viewId, key, name: '本校', filters: { orgId, code: null, ...period } })
    return { period, issueId, viewId }
  })
}

export default defineIsolation(appDataApi, cases, prepare)
