import { expect, it } from 'vitest'
import { publicRoutes } from '../public-routes.ts'
import { openPageForFamily } from './family-page-access.ts'
import { takeHomeRedirect } from '#packages/web/light/home-redirect.ts'
import { findPage } from './pages.ts'

const staff = 3
const pupil = 1
const guardian = 2

const visited = publicRoutes.map((pattern) => pattern.replace(/:\w+/, '01a1ddff'))

it('has the twelve public routes of the specification', () => {
  expect(visited).toHaveLength(12)
})

it.each(visited)('%s shows that it is not published while no application has claimed it', async (path) => {
  for (const userType of [undefined, pupil, staff]) {
    const { default: Page } = await findPage(path, userType).load()
    expect(Page.name).toBe('UnpublishedPage')
  }
})

it('lets a module claim a public address, and passes the parameters of the address to its page', async () => {
  const Screen = () => null
  const load = () => Promise.resolve({ default: Screen })
  const found = findPage('/DP/7', undefined, { '/DP/:id': load })
  expect(found.params).toEqual({ id: '7' })
  expect((await found.load()).default).toBe(Screen)
  // Another address of the same kind stays unpublished.
  const { default: Page } = await findPage('/DPH5/7', undefined, { '/DP/:id': load }).load()
  expect(Page.name).toBe('UnpublishedPage')
})

const open = async (path: string, userType?: number) => {
  history.replaceState(null, '', path)
  const { default: Page } = await findPage(path, userType).load()
  return `${Page.name} ${location.pathname}`
}

it('has a page for unknown addresses, and one for refused ones', async () => {
  expect(await open('/401', pupil)).toBe('NoPermission /401')
  expect(await open('/404', pupil)).toBe('NotFound /404')
  expect(await open('/staffMain/index', staff)).toBe('StaffMain /staffMain/index')
  expect(await open('/nowhere')).toBe('NotFound /nowhere')
})

it.each([
  '/baseData/Orgs',
  '/dataCentre/dataBoard',
  '/logMmanagement/smsLogs',
  '/staffMain/index',
  '/staffMain/class/7',
  '/personal/password',
  '/topMenu',
  '/redirect/baseData/Orgs',
  '/application',
  '/application/GrowthTree/list',
])(
  'redirects pupils and guardians from %s, which is for staff, to their home, which shows the reason once',
  async (path) => {
    for (const userType of [pupil, guardian]) {
      expect(await open(path, userType)).toBe('StudentMain /studentMain/index')
      expect(takeHomeRedirect()).toBe(true)
      expect(takeHomeRedirect()).toBe(false)
    }
  },
)

it.each(['/nowhere', '/application/whatever', '/baseData', '/studentMains'])(
  'redirects them from %s, which does not exist, to /404',
  async (path) => {
    expect(await open(path, pupil)).toBe('NotFound /404')
  },
)

it('opens for them a page that its manifest flags for students, and no other', async () => {
  const visiting = (studentAllowed: boolean) => ({
    url: '/application/HomeVisiting',
    ...(studentAllowed && { studentAllowed }),
  })
  const Visits = () => null
  const load = () => Promise.resolve({ default: Visits })
  const nameAt = async (path: string, isAllowed: boolean) =>
    (await openPageForFamily(path, load, [visiting(isAllowed)])).default.name
  expect(await nameAt('/application/HomeVisiting', true)).toBe('Visits')
  expect(await nameAt('/application/HomeVisiting/7', true)).toBe('Visits')
  expect(await nameAt('/application/HomeVisiting', false)).toBe('StudentMain')
  expect((await openPageForFamily('/application/HomeVisiting', undefined, [visiting(true)])).default.name).toBe(
    'StudentMain',
  )
})
