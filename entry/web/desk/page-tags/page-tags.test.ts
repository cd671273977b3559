import { expect, it } from 'vitest'
import {
  getTagAddress,
  findTagAfterClosing,
  listClosablePaths,
  restartPage,
  closePages,
  listKeepAliveTags,
  closeOnLeave,
  markUnsaved,
  newTags,
  listOtherPaths,
  restoreTags,
  togglePin,
  visitPage,
  type Tags,
} from './page-tags.ts'

const home = { path: '/home', title: '数据看板' }
const page = (name: string, search = '') => ({ path: `/${name}`, title: name, address: `/${name}${search}` })
const opened = (...names: string[]) => names.reduce((tags, name) => visitPage(tags, page(name)), newTags(home))
const paths = ({ tags }: Tags) => tags.map(({ path }) => path)
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `p${at + 1}`)

it('starts with the board, which is pinned', () => {
  expect(newTags(home).tags).toEqual([{ path: '/home', title: '数据看板', address: '/home', isPinned: true }])
})

it('has one tag per page, which remembers its last full address', () => {
  const tags = visitPage(opened('a', 'b'), page('a', '?page=2'))
  expect(paths(tags)).toEqual(['/home', '/a', '/b'])
  expect(tags.tags[1]?.address).toBe('/a?page=2')
  expect(tags.recent).toEqual(['/a', '/b'])
  expect(visitPage(tags, page('a', '?page=2'))).toBe(tags)
})

it('opens a page behind the current one as it was left, and remounts the current one', () => {
  const tags = visitPage(visitPage(newTags(home), page('a', '?page=2')), page('b', '?x=1'))
  expect(getTagAddress(tags, '/a', '/b')).toBe('/a?page=2')
  expect(getTagAddress(tags, '/b', '/b')).toBe('/b')
  expect(getTagAddress(tags, '/c', '/b')).toBe('/c')
})

it('keeps the 8 most recent pages, in an order in which none moves in the document', () => {
  const tags = visitPage(opened(...numbered(10)), page('p3'))
  expect(listKeepAliveTags(tags).map(({ path }) => path)).toEqual([
    '/p3',
    '/p4',
    '/p5',
    '/p6',
    '/p7',
    '/p8',
    '/p9',
    '/p10',
  ])
})

it('keeps an unsaved page mounted, however long ago it was in front', () => {
  const tags = opened(...numbered(9)).tags
  const dirty = markUnsaved(opened('p1'), '/p1', true)
  const later = numbered(9)
    .slice(1)
    .reduce((state, name) => visitPage(state, page(name)), dirty)
  expect(tags).toHaveLength(10)
  expect(listKeepAliveTags(later).map(({ path }) => path)).toContain('/p1')
})

it('remembers 20 addresses; the least recently visited is dropped, unless it is pinned or unsaved', () => {
  let tags = opened(...numbered(19))
  tags = markUnsaved(togglePin(tags, '/p1'), '/p2', true)
  tags = visitPage(tags, page('one-more'))
  expect(tags.tags).toHaveLength(20)
  expect(paths(tags)).not.toContain('/p3')
  expect(paths(tags)).toEqual(expect.arrayContaining(['/home', '/p1', '/p2', '/one-more']))
})

it('closes others and all, but nothing that is pinned', () => {
  const tags = togglePin(opened('a', 'b', 'c'), '/b')
  expect(paths(tags)).toEqual(['/home', '/b', '/a', '/c'])
  expect(listOtherPaths(tags, '/c')).toEqual(['/a'])
  expect(listClosablePaths(tags)).toEqual(['/a', '/c'])
  expect(paths(closePages(tags, listClosablePaths(tags)))).toEqual(['/home', '/b'])
  expect(paths(togglePin(tags, '/b'))).toEqual(['/home', '/b', '/a', '/c'])
})

it('closes the page in front once another one is there, and opens the one before it', () => {
  const tags = opened('a', 'b', 'c')
  expect(findTagAfterClosing(tags, ['/c'])?.path).toBe('/b')
  expect(findTagAfterClosing(tags, ['/a', '/b', '/c'])?.path).toBe('/home')
  expect(findTagAfterClosing(newTags(), [])).toBeUndefined()
  const leaving = closeOnLeave(tags, '/c')
  expect(paths(visitPage(leaving, page('c')))).toContain('/c')
  expect(paths(visitPage(leaving, page('b')))).toEqual(['/home', '/a', '/b'])
})

it('remounts a page, and drops its unsaved changes', () => {
  const tags = restartPage(markUnsaved(opened('a'), '/a', true), '/a')
  expect(tags.rounds['/a']).toBe(1)
  expect(tags.unsaved).toEqual([])
})

it('ignores changes of pages that are closed', () => {
  const tags = opened('a')
  expect(markUnsaved(tags, '/gone', true)).toBe(tags)
})

it('restores its tags after a reload, without those whose page no longer exists', () => {
  const { tags, recent } = opened('a', 'b')
  const again = restoreTags({ tags: tags.slice(1), recent }, newTags(home), (path) => path !== '/b')
  expect(paths(again)).toEqual(['/home', '/a'])
  expect(again.recent).toEqual(['/a'])
})
