import { expect, it } from 'vitest'
import type { PageAction, PageSection, PhoneModule, WebModule } from '#packages/web/core/module.ts'
import { pageTable } from '../tables/pages.gen.ts'
import { phoneCardTable } from '../tables/phone-cards.gen.ts'
import { phoneControlTable } from '../tables/phone-controls.gen.ts'
import { phonePageTable } from '../tables/phone-pages.gen.ts'
import { shellTable } from '../tables/shell.gen.ts'
import { signInMethodTable } from '../tables/sign-in-methods.gen.ts'
import { boardCards, collectAdditions, pages } from './web-modules.ts'

const load = async () => ({ default: () => null })
const count: PageAction = { id: 'count', label: '清点', permission: 'box.count', run: async () => {} }
const contents: PageSection = { id: 'contents', permission: 'box.count', load }

it('puts the actions of other modules on a page, and their data about its rows', () => {
  const above: WebModule = { actions: { 'box:Boxes': [count] }, sections: { 'box:Boxes': [contents] } }
  expect(collectAdditions([{ pages: { Boxes: load } }, above], 'box:Boxes')).toEqual({
    actions: [count],
    sections: [{ id: 'contents', permission: 'box.count', tab: undefined, Section: expect.anything() }],
  })
  expect(collectAdditions([above], 'box:Others')).toEqual({ actions: [], sections: [] })
})

it('knows the facts of a page before its module is loaded, and loads the page with the actions of all modules', async () => {
  const organisations = pages.find(({ url }) => url === '/baseData/Orgs')!
  expect(organisations).toMatchObject({ title: '组织机构', group: '基础数据', help: 'orgs', shape: 'list' })
  const { default: Page, actions } = await organisations.load()
  expect(Page).toBeTypeOf('function')
  expect(actions!.map(({ label }) => label)).toEqual(['重新统计'])
})

it('loads the code of a card with its module', async () => {
  const todos = boardCards.find(({ id }) => id === 'todos')!
  expect((await todos.load()).default).toBeTypeOf('function')
})

const desk = import.meta.glob<WebModule>('../../../{kernel,engines,applications}/*/web/index.ts', {
  import: 'default',
  eager: true,
})
const phone = import.meta.glob<PhoneModule>('../../../{kernel,engines,applications}/*/web/phone.ts', {
  import: 'default',
  eager: true,
})
const folderOf = (file: string) => file.split('/').slice(3, 5).join('/')
const namesOf = (rows: readonly { folder: string }[], idOf: (row: never) => string) =>
  [...new Set(rows.map((row) => `${row.folder} ${idOf(row as never)}`))].sort()
const codeOf = <Module extends object>(files: Record<string, Module>, of: (module: Module) => object | undefined) =>
  Object.entries(files)
    .flatMap(([file, module]) => Object.keys(of(module) ?? {}).map((id) => `${folderOf(file)} ${id}`))
    .sort()
const byId = ({ id }: { id: string }) => id

it.each([
  ['pages', namesOf(pageTable, ({ id }: { id: string }) => id.replace(/^.*:/, '')), codeOf(desk, (one) => one.pages)],
  ['cards', namesOf(shellTable.boardCards, byId), codeOf(desk, (one) => one.cards)],
  ['palette sources', namesOf(shellTable.palette, byId), codeOf(desk, (one) => one.palette)],
  ['bar items', namesOf(shellTable.barItems, byId), codeOf(desk, (one) => one.barItems)],
  ['controls', namesOf(shellTable.controls, byId), codeOf(desk, (one) => one.controls)],
  ['drill-down lists', namesOf(shellTable.drillDownLists, byId), codeOf(desk, (one) => one.drillDownLists)],
  ['backgrounds', namesOf(shellTable.backgrounds, byId), codeOf(desk, (one) => one.backgrounds)],
  [
    'phone pages',
    namesOf(phonePageTable, ({ address }: { address: string }) => address),
    codeOf(phone, (one) => one.pages),
  ],
  ['phone controls', namesOf(phoneControlTable, byId), codeOf(phone, (one) => one.controls)],
  ['phone cards', namesOf(phoneCardTable, byId), codeOf(phone, (one) => one.cards)],
  ['sign-in methods', namesOf(signInMethodTable, byId), codeOf(phone, (one) => one.signInMethods)],
])('has code for all %s of the manifests, and no other', (_kind, declared, written) => {
  expect(written).toEqual(declared)
})

it('knows which cards decide their shape, so that the others are laid out without their code', () => {
  const shaped = Object.entries(desk).flatMap(([file, { cards = {} }]) =>
    Object.entries(cards).flatMap(([id, { shape }]) => (shape ? `${folderOf(file)} ${id}` : [])),
  )
  const declared = shellTable.boardCards.filter(({ hasShape }) => hasShape)
  expect(shaped.sort()).toEqual(namesOf(declared, byId))
})

it('has the drawer and the exporter where the manifests say so', () => {
  const foldersWith = (part: 'quickAccess' | 'exporter') =>
    Object.entries(desk).flatMap(([file, module]) => (module[part] ? folderOf(file) : []))
  expect(foldersWith('quickAccess')).toEqual([shellTable.quickAccess!.folder])
  expect(foldersWith('exporter')).toEqual([shellTable.sheets!.folder])
})

it('has additions only for pages that the manifest of their module names', () => {
  for (const [file, { actions = {}, sections = {} }] of Object.entries(desk)) {
    const folder = folderOf(file)
    for (const id of Object.keys({ ...actions, ...sections })) {
      const page = pageTable.find((row) => row.id === id)
      expect([page?.folder, ...(page?.extendedBy ?? [])], `${folder} adds to ${id}`).toContain(folder)
    }
  }
})
