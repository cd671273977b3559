import { expect, it } from 'vitest'
import { publicRoutes } from '../public-routes.ts'
import { findPage } from './pages.ts'

const staff = 3
const pupil = 1

const visited = publicRoutes.map((pattern) => pattern.replace(/:\w+/, '01a1ddff'))

it('knows the twelve public routes of the specification', () => {
  expect(visited).toHaveLength(12)
})

it.each(visited)('%s says that it is not published, as long as no application has claimed it', async (path) => {
  for (const userType of [undefined, pupil, staff]) {
    const { default: Page } = await findPage(path, userType).load()
    expect(Page.name).toBe('UnpublishedPage')
  }
})

it('lets a module claim a public address, and tells its page what the address says', async () => {
  const Screen = () => null
  const load = () => Promise.resolve({ default: Screen })
  const found = findPage('/DP/7', undefined, [{ '/DP/:id': load }])
  expect(found.params).toEqual({ id: '7' })
  expect((await found.load()).default).toBe(Screen)
  // Another address of the same kind stays unpublished.
  const { default: Page } = await findPage('/DPH5/7', undefined, [{ '/DP/:id': load }]).load()
  expect(Page.name).toBe('UnpublishedPage')
})

it('keeps pupils and guardians out of pages that are not theirs, and has a page for what does not exist', async () => {
  const nameOf = async (path: string, userType?: number) => (await findPage(path, userType).load()).default.name
  expect(await nameOf('/baseData/Orgs', pupil)).toBe('NotOpen')
  expect(await nameOf('/401', pupil)).toBe('NoRight')
  expect(await nameOf('/404', pupil)).toBe('NotFound')
  expect(await nameOf('/staffMain/index', pupil)).toBe('NotOpen')
  expect(await nameOf('/staffMain/class/7', pupil)).toBe('NotOpen')
  expect(await nameOf('/staffMain/index', staff)).toBe('StaffMain')
  expect(await nameOf('/nowhere')).toBe('NotFound')
})

it('says honestly at the developers’ door that there is nothing behind it yet', async () => {
  for (const path of ['/developerLogin', '/useApply']) {
    expect((await findPage(path, undefined).load()).default.name).toBe('DeveloperPage')
  }
})
