import { expect, it } from 'vitest'
import { defineApplication, defineModule } from '#packages/contract'
import { buildPageTable, buildShellTable, printWebTables, type ModuleSource } from './web-tables.ts'

const card = { id: 'full', title: '满的盒子', columns: 6, sort: 2, placeholderHeight: 100 }
const box: ModuleSource = {
  folder: 'kernel/box',
  manifest: defineModule({
    key: 'box',
    title: '盒子管理',
    group: 'baseData',
    permissions: { 'box.read': { title: '查看盒子', defaultFor: [] } },
    pages: [{ path: 'Boxes', title: '盒子', permission: 'box.read', help: 'boxes', icon: 'inbox' }],
    web: { cards: [card], hasQuickAccess: true },
  }),
}
const scales: ModuleSource = {
  folder: 'applications/scales',
  manifest: defineApplication({
    key: 'scales',
    title: '秤',
    route: 'Scales',
    category: 'assets',
    about: '称重',
    icon: 'scale',
    permissions: {},
    pages: [{ path: '', title: '秤', permission: 'staff', help: 'scales', studentAllowed: true }],
    web: {
      extendedPages: ['box:Boxes'],
      cards: [{ ...card, id: 'weights', sort: 1 }],
      backgrounds: ['news'],
      controls: ['box'],
      drillDownLists: [''],
    },
  }),
}

it('lists every page with what is needed before its module is loaded', () => {
  expect(buildPageTable([box, scales])).toEqual([
    {
      folder: 'kernel/box',
      id: 'box:Boxes',
      url: '/baseData/Boxes',
      title: '盒子',
      group: '基础数据',
      permission: { code: 'box.read', title: '查看盒子' },
      help: 'boxes',
      icon: 'inbox',
      extendedBy: ['applications/scales'],
    },
    {
      folder: 'applications/scales',
      id: 'scales:',
      url: '/application/Scales',
      title: '秤',
      group: '秤',
      permission: { code: 'staff', title: '秤' },
      help: 'scales',
      studentAllowed: true,
    },
  ])
})

it('lists what modules add to the shell, in order', () => {
  expect(buildShellTable([box, scales])).toEqual({
    boardCards: [
      { folder: 'applications/scales', application: '/application/Scales', ...card, id: 'weights', sort: 1 },
      { folder: 'kernel/box', ...card },
    ],
    palette: [],
    barItems: [],
    backgrounds: [{ folder: 'applications/scales', id: 'news' }],
    controls: [{ folder: 'applications/scales', id: 'box' }],
    drillDownLists: [{ folder: 'applications/scales', id: '', url: '/application/Scales' }],
    quickAccess: { folder: 'kernel/box' },
  })
})

it('refuses an extension of a page that does not exist, and a second drawer', () => {
  expect(() => buildPageTable([scales])).toThrow('box:Boxes')
  expect(() => buildShellTable([box, { ...box, folder: 'kernel/chest' }])).toThrow('kernel/box and kernel/chest')
})

it('lists the public pages of modules for the start of every visit, and with the other phone pages for their code', () => {
  const door: ModuleSource = {
    folder: 'kernel/door',
    manifest: defineModule({
      key: 'door',
      title: '门',
      permissions: {},
      pages: [{ path: 'keys', title: '钥匙', permission: 'staff', help: 'keys', base: 'mine', groupTitle: '我的' }],
      web: { publicPages: ['/open/:id'], phonePages: ['/studentMain/door'], signInMethods: ['key'] },
    }),
  }
  const printed = printWebTables([door])
  expect(printed['entry/web/tables/public-pages.gen.ts']).toContain('= [\n  "/open/:id",\n]')
  const rows = ['/open/:id', '/studentMain/door'].map(
    (address) => `  {"folder":"kernel/door","address":"${address}"},\n`,
  )
  expect(printed['entry/web/tables/phone-pages.gen.ts']).toContain(`= [\n${rows.join('')}]`)
  expect(printed['entry/web/tables/sign-in-methods.gen.ts']).toContain('{"folder":"kernel/door","id":"key"}')
  expect(buildPageTable([door])[0]).toMatchObject({ url: '/mine/keys', group: '我的' })
})

it('prints one row per line', () => {
  const printed = printWebTables([box])['entry/web/tables/pages.gen.ts']!
  expect(printed).toContain('export const pageTable: readonly PageRow[] = [\n  {"folder":"kernel/box",')
})
