import { beforeEach, expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import { findDestinations } from './destination-queries.ts'
import { createTree, type Tree } from './staff.fixture.ts'

const database = useDatabase({ eachTest: true })
let tree: Tree

beforeEach(() =>
  database.as(createActor(), async (ctx) => {
    tree = await createTree(ctx)
  }),
)

const namesFor = (keyword: string) =>
  database.as(createActor(), async ({ db }) => (await findDestinations(db, keyword)).map(({ name }) => name))

it('finds organisations of the whole district by name, pinyin and initials, but no departments', async () => {
  expect(await namesFor('')).toEqual(['实验小学', '文澜中学', '云禾区教育局'])
  expect(await namesFor('文澜')).toEqual(['文澜中学'])
  expect(await namesFor('WLZX')).toEqual(['文澜中学'])
  expect(await namesFor('shiyan')).toEqual(['实验小学'])
  expect(await namesFor('教务处')).toEqual([])
  expect(await namesFor('%')).toEqual([])
})

it('omits closed organisations', async () => {
  await database.sql('update tenant.organisation set is_disabled = true where id = $1', [tree.other.id])
  expect(await namesFor('文澜')).toEqual([])
})
