import { beforeAll, expect, it } from 'vitest'
import { openAccount } from '#kernel/identity/server/example.ts'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { invitePerson } from '#kernel/identity/server/api.ts'
import { countAccounts, searchStaffInDistrict } from './service/search-staff.ts'
import { registerHomeDistrict, createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher, aMembership } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
const at = (actor: Actor, org: { id: string }): Actor => ({ ...actor, orgId: org.id })

beforeAll(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  head = at(head, tree.school)
  neighbour = at(neighbour, tree.other)
  const names = ['开通', '受邀', '未开', '两处']
  const people = await as(chief, async (ctx) => {
    const hired = []
    for (const name of names) hired.push(await aTeacher(ctx, { name, at: tree.school }))
    // A person in two departments counts once.
    await aMembership(ctx, hired[3]!.personId, { at: tree.school, department: tree.academic, isMain: false })
    await invitePerson(ctx, hired[1]!.personId)
    return hired
  })
  await openAccount(database, people[0]!, 'kaitong.test')
})

it('counts the staff of a school, their accounts and their invitations', async () => {
  expect(await as(head, countAccounts)).toEqual({ people: 4, active: 1, invited: 1 })
  const list = { nodeId: tree.school.id, within: 'below', keyword: '', pageNumber: 1, pageSize: 20 } as const
  const found = await as(head, (ctx) =>
    searchStaffInDistrict(ctx, { ...list, sort: 'sort', desc: false, account: 'active' } as never),
  )
  expect(found.itemCount).toBe(1)
})

it('returns the counts of the own school to another school, and null to a bureau', async () => {
  expect(await as(neighbour, countAccounts)).toEqual({ people: 0, active: 0, invited: 0 })
  expect(await as(at(chief, tree.bureau), countAccounts)).toBeNull()
})

it('returns nothing for a school outside the scope', async () => {
  expect(await as(at(neighbour, tree.school), countAccounts)).toBeNull()
})
