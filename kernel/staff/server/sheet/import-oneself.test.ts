import { beforeAll, expect, it } from 'vitest'
import { anIdCard } from '#kernel/identity/server/example.ts'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { addUser } from '../service/add-staff.ts'
import { getUser } from '../service/get-staff.ts'
import { createManagedTree, type Tree } from '../staff.fixture.ts'
import { staffImport } from './import-target.ts'
import { newForm } from '../example.ts'

const { as, sql } = useDatabase()
let tree: Tree
let head: Actor
const idCard = anIdCard('女')

beforeAll(async () => {
  ;({ tree, head } = await as(createActor(), createManagedTree))
})

it('an import does not change the post or the department of the importer', async () => {
  const { id } = await as(head, (ctx) => addUser(ctx, newForm(tree.school, '周敏', { idCard, post: '干事' })))
  const [{ personId }] = (await sql('select person_id as "personId" from tenant.membership where id = $1', [id])) as [
    { personId: string },
  ]
  const examine = async (who: Actor, values: Record<string, string>) => {
    const row = { row: 2, accepted: [], values: { name: '周敏', idCard, ...values } }
    const [verdict] = await as(who, (ctx) => staffImport.examine(ctx, tree.school.id, [row]))
    return verdict!.issues.map(({ column, code }) => `${column} ${code}`)
  }
  const herself = { ...head, personId }
  expect(await examine(head, { post: '主任' })).toEqual([])
  expect(await examine(herself, { post: '主任' })).toEqual(['post self'])
  expect(await examine(herself, { post: '干事', subject: '语文' })).toEqual([])
  expect((await as(head, (ctx) => getUser(ctx, id))).post).toBe('干事')
})
