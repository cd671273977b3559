import { expect, it } from 'vitest'
import { defineModule } from '#packages/contract'
import type { PageAction, PageSection } from '#packages/web/core/module.ts'
import { pages, buildPages } from './web-modules.ts'

const manifest = defineModule({
  key: 'box',
  title: '盒子',
  group: 'baseData',
  permissions: { 'box.read': { title: '查看盒子', defaultFor: [] } },
  pages: [{ path: 'Boxes', title: '盒子', permission: 'box.read', help: 'boxes' }],
})
const load = async () => ({ default: () => null })
const weigh: PageAction = { id: 'weigh', label: '称重', permission: 'box.weigh', run: async () => {} }
const weight: PageSection = { id: 'weight', permission: 'box.weigh', load }

it('puts the actions of other modules on a page, and their data about its rows', () => {
  const above = {
    manifest: defineModule({ key: 'scales', title: '秤', permissions: {} }),
    actions: { 'box:Boxes': [weigh] },
    sections: { 'box:Boxes': [weight] },
  }
  expect(buildPages([above, { manifest, pages: { Boxes: load } }])).toEqual([
    {
      title: '盒子',
      group: '基础数据',
      url: '/baseData/Boxes',
      help: 'boxes',
      icon: '',
      section: undefined,
      shape: 'list',
      permission: { code: 'box.read', title: '查看盒子' },
      actions: [weigh],
      sections: [{ id: 'weight', permission: 'box.weigh', tab: undefined, Section: expect.anything() }],
      load,
    },
  ])
})

it('does not start with a page without a loader, or with actions for a page that does not exist', () => {
  expect(() => buildPages([{ manifest }])).toThrow('does not load it')
  expect(() => buildPages([{ manifest, pages: { Boxes: load }, actions: { 'box:Gone': [weigh] } }])).toThrow('box:Gone')
  const lost = { manifest, pages: { Boxes: load }, sections: { 'box:Gone': [weight] } }
  expect(() => buildPages([lost])).toThrow('box:Gone')
})

it('finds the pages of the app by their folders', () => {
  const organisations = pages.find(({ url }) => url === '/baseData/Orgs')
  expect(organisations?.actions.map(({ label }) => label)).toEqual(['重新统计'])
})
