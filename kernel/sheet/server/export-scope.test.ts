import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyScope, type Scope, orgTreeScope } from '#packages/core'
import { isRowInScope, createActor, useDatabase, type ScopedRow } from '#packages/testing'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { intersectScopes } from './service/export-scope.ts'

const database = useDatabase()
const { as } = database
const li = createActor()
let nodes: { id: string; path: string; isDepartment: boolean }[]
/** A row in every organisation and in every department. */
let rows: ScopedRow[]

beforeAll(() =>
  as(li, async (ctx) => {
    const made: typeof nodes = []
    type Type = 'bureau' | 'school' | 'department'
    const make = async (parent: { id: string; path: string } | null, name: string, type: Type) => {
      const node = await createOrganisation(ctx, { parent, name, type })
      made.push({ ...node, isDepartment: type === 'department' })
      return node
    }
    const bureau = await make(null, '云禾区教育局', 'bureau')
    for (const name of ['实验小学', '文澜中学']) {
      const school = await make(bureau, name, 'school')
      const office = await make(school, '教务处', 'department')
      await make(office, '语文组', 'department')
    }
    nodes = made
    rows = nodes.map((node, at) => {
      const org = node.isDepartment
        ? nodes.find(
            ({ path, isDepartment }) => !isDepartment && path.split('.').length === 2 && node.path.startsWith(path),
          )!
        : node
      const department = node.isDepartment ? { departmentId: node.id, departmentPath: node.path } : {}
      return { id: node.id, orgId: org.id, orgPath: org.path, ownerId: li.userId, ...classOf(at), ...department }
    })
  }),
)

/** Half of the rows belong to a class that the actor teaches, and half of those to a class that the actor leads. */
const classOf = (at: number) => ({
  classStaff: at % 2 === 0 ? [li.userId] : [],
  classLeaders: at % 4 === 0 ? [li.userId] : [],
})

const some = <T>(from: T[]) => fc.subarray(from, { maxLength: 2 })
const anyScope = () => {
  const organisations = nodes.filter(({ isDepartment }) => !isDepartment)
  const departments = nodes.filter(({ isDepartment }) => isDepartment)
  return fc.record<Scope>({
    district: fc.nat(7).map((n) => n === 0),
    orgPaths: some(organisations.map(({ path }) => path)),
    orgIds: some(organisations.map(({ id }) => id)),
    departmentPaths: some(departments.map(({ path }) => path)),
    departmentIds: some(departments.map(({ id }) => id)),
    self: fc.constantFrom(null, li.userId),
    classesOf: fc.constantFrom(null, li.userId),
    classesLedBy: fc.constantFrom(null, li.userId),
  })
}
const seen = (scope: Scope) => rows.filter((row) => isRowInScope(scope, row)).map(({ id }) => id)
const common = (one: Scope, other: Scope) => as(li, (ctx) => intersectScopes(ctx, one, other))

describe('the intersection of two scopes', () => {
  it('is never larger than either of them', async () => {
    await fc.assert(
      fc.asyncProperty(anyScope(), anyScope(), async (one, other) => {
        const [a, b, both] = [seen(one), seen(other), seen(await common(one, other))]
        expect(both.filter((id) => !a.includes(id) || !b.includes(id))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('is complete when both consist of organisations', async () => {
    const ofOrganisations = () =>
      anyScope().map(({ district, orgPaths, orgIds }): Scope => ({ ...emptyScope, district, orgPaths, orgIds }))
    await fc.assert(
      fc.asyncProperty(ofOrganisations(), ofOrganisations(), async (one, other) => {
        const [a, b, both] = [seen(one), seen(other), seen(await common(one, other))]
        expect(both).toEqual(a.filter((id) => b.includes(id)))
      }),
      { numRuns: 300 },
    )
  })

  it('contains a department when one scope covers its school', async () => {
    const [, school, office, group] = nodes
    const ofSchool = orgTreeScope(school!)
    const ofOffice = { ...emptyScope, departmentPaths: [office!.path] }
    expect(seen(await common(ofSchool, ofOffice))).toEqual([office!.id, group!.id])
    expect(seen(await common(ofOffice, { ...emptyScope, departmentIds: [group!.id] }))).toEqual([group!.id])
  })
})
