import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { defineModule } from '#packages/contract'
import { newId, type Scope, type Actor } from '#packages/core'
import { isRowInScope, createActor, useDatabase } from '#packages/testing'
import { findMembership } from '#kernel/staff/server/api.ts'
import { getMembershipPermissions } from './role-templates.ts'
import { listPermissionHolders, resolvePermissions } from './resolve-permissions.ts'
import { aUserWithRoles, twoSchoolsWithRoles } from './example.ts'

const database = useDatabase()
const { as, sql } = database
const founder = createActor()
const right = 'paper.approve'
const paperModule = defineModule({
  key: 'paper',
  title: '公文',
  permissions: {
    [right]: { title: '审批', defaultFor: { 'district-admin': 'district', head: 'org-tree', clerk: 'self' } },
  },
  pages: [],
})

let bureau: OrgNode
let school: OrgNode
let other: OrgNode
const people: (Actor & { name: string })[] = []

beforeAll(async () => {
  database.app.manifests = [paperModule]
  await as(founder, async (ctx) => {
    ;({ bureau, school, other } = await twoSchoolsWithRoles(ctx))
    for (const [at, node] of Object.entries({ bureau, school, other }))
      for (const role of ['district-admin', 'head', 'clerk', 'teacher'] as const) {
        const actor = await aUserWithRoles(ctx, [role], { name: role, at: node, hasAccount: true })
        people.push({ ...actor, name: `${role} at ${at}` })
      }
  })
})
beforeEach(() => sql('delete from tenant.role_permission'))

const nameOf = (personId: string) => people.find((one) => one.personId === personId)!.name
const holders = async (orgId: string) =>
  (await as(founder, (ctx) => listPermissionHolders(ctx, right, orgId)))
    .map(({ personId }) => nameOf(personId))
    .toSorted()
/** Slow reference implementation: resolves everybody's permissions one by one. */
const expected = (node: OrgNode) =>
  as(founder, async (ctx) => {
    const names: string[] = []
    for (const { name, userId } of people) {
      const scope: Scope | undefined = (
        await getMembershipPermissions(ctx, (await findMembership(ctx, userId))!)
      ).permissions.get(right)
      if (scope && isRowInScope(scope, { id: node.id, orgId: node.id, orgPath: node.path })) names.push(name)
    }
    return names.toSorted()
  })

describe('holders of a permission for an organisation', () => {
  const differences = [
    'district',
    'org-tree',
    'org',
    'department-tree',
    'department',
    'self',
    'classes',
    'listed-orgs',
    null,
  ] as const

  it.each([undefined, ...differences])(
    'are those whose roles include it, also when heads have it as %s',
    async (scope) => {
      if (scope !== undefined)
        await sql(
          `insert into tenant.role_permission (district_id, role_id, permission, scope, org_ids)
         select district_id, id, $1, $2, array[$3::uuid] from tenant.role where template = 'head'`,
          [right, scope, other.id],
        )
      for (const node of [bureau, school, other]) expect(await holders(node.id)).toEqual(await expected(node))
      expect(await holders(school.id)).toContain('district-admin at bureau')
    },
  )

  it('have an account and a valid membership today', async () => {
    const head = people.find(({ name }) => name === 'head at school')!
    expect(await holders(school.id)).toContain(head.name)
    await sql('update tenant.person set account_id = null where id = $1', [head.personId])
    expect(await holders(school.id)).not.toContain(head.name)
    await sql('update tenant.person set account_id = id where id = $1', [head.personId])
    await sql('update tenant.membership set is_suspended = true where id = $1', [head.userId])
    expect(await holders(school.id)).not.toContain(head.name)
    await sql('update tenant.membership set is_suspended = false where id = $1', [head.userId])
    await sql('update tenant.organisation set is_disabled = true where id = $1', [school.id])
    expect(await holders(school.id)).not.toContain(head.name)
    await sql('update tenant.organisation set is_disabled = false where id = $1', [school.id])
  })
})

describe('the permissions of a person at this moment', () => {
  const resolve = (who: (typeof people)[number], orgId = who.orgId) =>
    as(founder, (ctx) => resolvePermissions(ctx, { ...who, orgId }))

  it('are those of the membership’s roles, at home and on a visit', async () => {
    const head = people.find(({ name }) => name === 'head at bureau')!
    expect((await resolve(head))!.permissions.get(right)).toMatchObject({ orgPaths: [bureau.path] })
    const visiting = (await resolve(head, school.id))!
    expect(visiting.homeOrgId).toBe(bureau.id)
    expect(visiting.permissions.get(right)).toMatchObject({ orgPaths: [school.path] })
  })

  it('are none for another person’s membership, an ended one, or a missing organisation', async () => {
    const [one, two] = people as [(typeof people)[number], (typeof people)[number]]
    expect(await resolve({ ...one, personId: two.personId })).toBeUndefined()
    expect(await resolve(one, newId())).toBeUndefined()
    await sql("update tenant.membership set valid = daterange('2019-01-01', '2020-01-01') where id = $1", [one.userId])
    expect(await resolve(one)).toBeUndefined()
    await sql("update tenant.membership set valid = daterange('2019-01-01', null) where id = $1", [one.userId])
  })
})
