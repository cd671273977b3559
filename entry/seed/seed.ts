import type { FastifyBaseLogger } from 'fastify'
import { newId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { foundDistrict, platformCtx } from '#kernel/access/server'
import { acceptInvitation } from '#kernel/identity/server'
import { seedTree } from '#kernel/org/server'
import { recount } from '#kernel/staff/server'
import { seedBureau, seedSchool, type Login } from './people.ts'
import { idsFrom, randomFrom } from './random.ts'

export const sizes = {
  S: { schools: 3 },
  M: { schools: 40 },
  L: { schools: 300 },
  XL: { schools: 5_000, totalNodes: 500_000 },
} as const
export type Size = keyof typeof sizes

interface DistrictPlan {
  area: string
  /** Login names of the bureau's people begin with this, those of the first schools with these. */
  prefix: string
  schoolPrefixes: string[]
  cell: number
  schools: number
  colleagues: number
  totalNodes?: number
  series: number
}

/** The districts of a size: the large one, and a small neighbour that must never see anything of it. */
export function plansOf(size: Size, cells: readonly number[]): DistrictPlan[] {
  const [first = 1, second = first] = cells
  const large = { area: '云禾区', prefix: 'yunhe', schoolPrefixes: ['shiyan', 'wenlan', 'chenlan'], cell: first }
  const small = { area: '明湖区', prefix: 'minghu', schoolPrefixes: ['mhshiyan'], cell: second }
  return [
    { ...large, ...sizes[size], colleagues: 24, series: 1 },
    { ...small, schools: 1, colleagues: 8, series: 2 },
  ]
}

/** One demo district from nothing: bureau, tree, people, accounts. */
export async function seedDistrict(
  cells: Cells,
  plan: DistrictPlan,
  password: string,
  log: FastifyBaseLogger,
): Promise<{ logins: Login[]; nodes: number }> {
  const now = new Date()
  const random = randomFrom(plan.series)
  const name = `${plan.area}教育局`
  const { district, bureau } = await foundDistrict(cells, { name, cell: plan.cell }, now)
  const schoolsInCluster = plan.schools > 1_000 ? 100 : 10
  const { schools, offices, nodes } = await inDistrict(cells, district, (db) =>
    seedTree(db, { ...plan, bureau, schoolsInCluster, newId: idsFrom(plan.series), now }),
  )
  const logins = await inDistrict(cells, district, async (db) => {
    const ctx = platformCtx(district, db, now)
    const people = await seedBureau(ctx, { id: bureau.id, name, offices }, plan.prefix, random)
    for (const [at, prefix] of plan.schoolPrefixes.entries()) {
      people.push(...(await seedSchool(ctx, schools[at]!, prefix, plan.colleagues, random)))
    }
    await recount(ctx)
    return people
  })
  const client = { address: '127.0.0.1', agent: 'seed', host: 'localhost' }
  for (const { invitation, userName } of logins) {
    const ctx = { actor: undefined, cells, now, requestId: newId(), log, client }
    await acceptInvitation(ctx, { token: invitation, userName, password })
  }
  return { logins, nodes }
}
