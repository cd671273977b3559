import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { solve, type Constraint, type Model, type Variable } from './index.ts'

const binary = (id: string, cost = 0): Variable => ({ id, kind: 'binary', cost })
const one = (name: string, ids: readonly string[], more: Partial<Constraint> = {}): Constraint => ({
  name,
  terms: ids.map((id) => [id, 1]),
  least: 1,
  most: 1,
  ...more,
})
const chosen = (values: ReadonlyMap<string, number> | null) =>
  [...(values ?? [])].flatMap(([id, value]) => (value === 1 ? id : []))

/** Three jobs for three people: the cheapest for each alone would be Wang twice. */
const assignment = (more: readonly Constraint[] = []): Model => {
  const costs = { wang: [1, 2, 9], li: [4, 6, 5], zhao: [7, 8, 3] }
  const variables = Object.entries(costs).flatMap(([who, row]) => row.map((cost, job) => binary(`${who}-${job}`, cost)))
  const jobs = [0, 1, 2].map((job) =>
    one(
      `job ${job}`,
      Object.keys(costs).map((who) => `${who}-${job}`),
    ),
  )
  const people = Object.keys(costs).map((who) =>
    one(
      who,
      [0, 1, 2].map((job) => `${who}-${job}`),
      { least: undefined },
    ),
  )
  return { variables, constraints: [...jobs, ...people, ...more] }
}

describe('the solver', () => {
  it('finds the cheapest assignment', async () => {
    // By hand: wang-1 2 + li-0 4 + zhao-2 3 = 9; the other good one is wang-0 1 + li-1 6 + zhao-2 3 = 10.
    const result = await solve(assignment(), { seconds: 10 })
    expect(result).toMatchObject({ status: 'optimal', cost: 9, gap: 0, relaxed: [] })
    expect(chosen(result.values)).toEqual(['wang-1', 'li-0', 'zhao-2'])
  })

  it('keeps limits of continuous variables', async () => {
    const drink: Model = {
      variables: [
        { id: 'milk', kind: 'continuous', cost: 3, most: 4 },
        { id: 'tea', kind: 'continuous', cost: 5, least: -1 },
      ],
      constraints: [
        {
          name: 'litres',
          terms: [
            ['milk', 1],
            ['tea', 2],
          ],
          least: 7,
        },
      ],
    }
    const { values, cost } = await solve(drink, { seconds: 10 })
    // A unit costs 3 as milk and 2.5 as tea.
    expect([values?.get('milk'), values?.get('tea'), cost]).toEqual([0, 3.5, 17.5])
  })

  it('says by name which elastic constraint was broken, and by how much', async () => {
    const result = await solve(
      assignment([
        { name: 'Li has nothing', terms: [0, 1, 2].map((job) => [`li-${job}`, 1] as const), most: 0, penalty: 100 },
        { name: 'Zhao has two', terms: [0, 1, 2].map((job) => [`zhao-${job}`, 2] as const), least: 5, penalty: 1 },
        {
          name: 'Wang has job 0 or 1',
          terms: [
            ['wang-0', 1],
            ['wang-1', 1],
          ],
          least: 1,
          penalty: 50,
        },
      ]),
      { seconds: 10 },
    )
    // Nobody may have two jobs, so Li has one whatever it costs: 9 + 100 + 3.
    expect(result).toMatchObject({ status: 'optimal', cost: 112 })
    expect(result.relaxed).toEqual([
      { name: 'Li has nothing', by: 1 },
      { name: 'Zhao has two', by: 3 },
    ])
  })

  it('breaks what costs less', async () => {
    const wish = (penalty: number) =>
      solve(assignment([{ name: 'Wang has job 0', terms: [['wang-0', 1]], least: 1, penalty }]), { seconds: 10 })
    expect((await wish(0.9)).relaxed).toEqual([{ name: 'Wang has job 0', by: 1 }])
    expect((await wish(1.1)).relaxed).toEqual([])
  })

  it('says when what must be cannot be', async () => {
    const never = one('nobody for job 0', ['wang-0', 'li-0', 'zhao-0'], { least: 0, most: 0 })
    expect(await solve(assignment([never]), { seconds: 10 })).toMatchObject({
      status: 'infeasible',
      values: null,
      relaxed: [],
    })
    const endless: Variable = { id: 'x', kind: 'continuous', cost: -1 }
    expect((await solve({ variables: [endless], constraints: [] }, { seconds: 10 })).status).toBe('unbounded')
  })

  it('has nothing to decide without variables', async () => {
    expect(await solve({ variables: [], constraints: [] }, { seconds: 10 })).toMatchObject({
      status: 'optimal',
      values: new Map(),
    })
  })

  it('ends when the time is over, with the best it had', async () => {
    const result = await solve(hardModel(), { seconds: 0.8 })
    expect(result.status).toBe('timeout')
    expect(result.seconds).toBeLessThan(8)
    if (!result.values) return
    expect(result.gap).toBeGreaterThan(0)
    expect(chosen(result.values).length).toBeGreaterThan(0)
  })

  it('counts the wait for a core as time', async () => {
    const many = Array.from({ length: availableParallelism() * 3 }, () => solve(hardModel(), { seconds: 0.5 }))
    const results = await Promise.all(many)
    expect(results.map(({ status }) => status)).toEqual(many.map(() => 'timeout'))
    expect(results.filter(({ values }) => !values).length).toBeGreaterThanOrEqual(availableParallelism())
  })

  it('is content with a gap', async () => {
    const { variables, constraints } = hardModel()
    const fee: Variable = { id: 'fee', kind: 'continuous', least: 1, most: 1, cost: 1_000_000 }
    const { status, gap, values } = await solve(
      { variables: [...variables, fee], constraints },
      { seconds: 60, gap: 0.01 },
    )
    expect(status).toBe('optimal')
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThanOrEqual(0.01)
    expect(values?.get('fee')).toBe(1)
  })

  it.each<[string, Partial<Model>]>([
    ['two variables have the same id', { variables: [binary('a'), binary('a')] }],
    ['1 b in sum', { constraints: [one('sum', ['b'])] }],
    ['a variable twice in sum', { constraints: [one('sum', ['a', 'a'])] }],
    ['NaN a in sum', { constraints: [{ name: 'sum', terms: [['a', Number.NaN]], most: 1 }] }],
    ['constraint sum from 2 to 1', { constraints: [one('sum', ['a'], { least: 2 })] }],
    ['at -1', { constraints: [one('sum', ['a'], { penalty: -1 })] }],
    ['variable a from 0 to NaN', { variables: [{ id: 'a', kind: 'continuous', most: Number.NaN }] }],
  ])('refuses a model with: %s', async (words, mistake) => {
    await expect(solve({ variables: [binary('a')], constraints: [], ...mistake }, { seconds: 1 })).rejects.toThrow(
      words,
    )
  })
})

/** A market split: five equations over fifty binary variables, whose best sum of errors takes hours to prove. */
function hardModel(): Model {
  let state = 7
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % 100
  const ids = Array.from({ length: 50 }, (_, at) => `x${at}`)
  const constraints = Array.from({ length: 6 }, (_, row): Constraint => {
    const terms = ids.map((id) => [id, random()] as const)
    const half = Math.floor(terms.reduce((sum, [, factor]) => sum + factor, 0) / 2)
    return { name: `market ${row}`, terms, least: half, most: half, penalty: 1 }
  })
  return { variables: ids.map((id) => binary(id)), constraints: [...constraints, one('some', ids, { most: 50 })] }
}
