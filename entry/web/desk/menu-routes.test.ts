import { expect, it, vi } from 'vitest'
import type { MenuModule } from '#kernel/access/contract.ts'
import {
  filterRoutes,
  findLostEntries,
  findOpenApplication,
  buildMenu,
  listMenuParts,
  type MenuRoute,
} from './menu-routes.ts'

const route = (title: string, url: string, children: MenuRoute[] = []): MenuRoute => ({ title, url, sort: 0, children })
const entry = (title: string, url: string, sort: number, children: MenuModule[] = []): MenuModule => ({
  id: url,
  parentId: '',
  isRelation: true,
  title,
  url,
  sort,
  children,
})

const routes = [
  route('基础数据', '/baseData', [route('组织机构', '/baseData/Orgs'), route('教师管理', '/baseData/User')]),
  route('系统设置', '/systemSet', [route('角色管理', '/systemSet/Role')]),
  route('404', '/404'),
]
const titles = (keepAlive: readonly MenuRoute[]) => keepAlive.map(({ title }) => title)

it('keeps a route only if its title matches the text of a menu entry, and always the 404', () => {
  expect(titles(filterRoutes(routes, [entry('系统设置', '/systemSet', 1)]))).toEqual(['系统设置', '404'])
  expect(titles(filterRoutes(routes, []))).toEqual(['404'])
})

it('filters children recursively', () => {
  const menu = [entry('基础数据', '/baseData', 1, [entry('教师管理', '/baseData/User', 1)])]
  expect(titles(filterRoutes(routes, menu)[0]!.children)).toEqual(['教师管理'])
})

it('sorts the kept routes by the sort order of the entries', () => {
  const pages = [entry('组织机构', '/baseData/Orgs', 2), entry('教师管理', '/baseData/User', 1)]
  const menu = [entry('基础数据', '/baseData', 2, pages), entry('系统设置', '/systemSet', 1)]
  const keepAlive = filterRoutes(routes, menu)
  expect(titles(keepAlive)).toEqual(['系统设置', '基础数据', '404'])
  expect(titles(keepAlive[1]!.children)).toEqual(['教师管理', '组织机构'])
})

it('matches an entry by its address first, so that two entries with the same title are not confused', () => {
  const twins = [route('新生报名系统', '/a'), route('新生报名系统', '/b')]
  expect(filterRoutes(twins, [entry('新生报名系统', '/b', 1)]).map(({ url }) => url)).toEqual(['/b'])
  expect(filterRoutes(twins, [entry('改名了', '/a', 1)]).map(({ url }) => url)).toEqual(['/a'])
})

it('lists the menu entries without a page, also those below a group', () => {
  const menu = [
    entry('基础数据', '/baseData', 1, [entry('学生管理', '/baseData/Student', 1)]),
    entry('月球', '/moon', 2),
  ]
  expect(findLostEntries(routes, menu).map(({ title }) => title)).toEqual(['学生管理', '月球'])
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(titles(buildMenu([entry('月球', '/moon', 2)]))).toEqual([])
  expect(warned).toHaveBeenCalledWith('the menu has 月球, but there is no page at /moon')
  warned.mockRestore()
})

it('builds the menu from the answer of the server', () => {
  const menu = buildMenu([entry('基础数据', '/baseData', 1, [entry('组织机构', '/baseData/Orgs', 1)])])
  expect(titles(menu)).toEqual(['基础数据'])
  expect(menu[0]!.children.map(({ url }) => url)).toEqual(['/baseData/Orgs'])
})

it('has headings over the pages of a large group, and none over a small one', () => {
  const baseData = [
    'Orgs',
    'User',
    'ChangeLog',
    'Duplicates',
    'Student',
    'StudentChanges',
    'StudentFace',
    'Classes',
    'Exports',
  ].map((path, sort) => entry(path, `/baseData/${path}`, sort))
  const partsAt = (pages: MenuModule[]) =>
    listMenuParts(buildMenu([entry('基础数据', '/baseData', 1, pages)])[0]!.children).map(({ title, pages: some }) => [
      title,
      titles(some),
    ])
  expect(partsAt(baseData)).toEqual([
    ['组织与人员', ['组织机构', '教师管理', '人员变动', '重复人员']],
    ['学生', ['学生管理', '学籍异动', '学生人脸管理']],
    ['教学', ['年级班级']],
    ['记录', ['导出记录']],
  ])
  expect(partsAt(baseData.slice(3, 6))).toEqual([['', ['重复人员', '学生管理', '学籍异动']]])
})

it('has the pages of the open application that the user may open, as a group of their own', () => {
  const leave = '/application/TeacherAskForLeave'
  const open = findOpenApplication(`${leave}/calendar`, new Set(['leave.type']))
  expect(open).toMatchObject({ title: '请假管理', url: leave })
  expect(titles(open!.children)).toEqual(['我的请假', '请假日历', '加班转调休', '假期类型'])
  expect(findOpenApplication('/dataCentre/dataBoard', new Set())).toBeUndefined()
})
