import { expect, it } from 'vitest'
import { groupHits, findHits } from './palette-hits.ts'

const entry = (title: string, url = `/${title}`) => ({ id: url, to: url, title })
const entries = ['数据看板', '组织机构', '角色管理', '登录设备', '单位主页'].map((title) => entry(title))
const titles = (hits: readonly { title: string }[]) => hits.map(({ title }) => title)

it('finds pages by a part of the title or by its pinyin initials', () => {
  expect(titles(findHits(entries, '设备'))).toEqual(['登录设备'])
  expect(titles(findHits(entries, 'zzjg'))).toEqual(['组织机构'])
  expect(titles(findHits(entries, 'JG'))).toEqual(['组织机构'])
  expect(findHits(entries, '没有')).toEqual([])
})

it('puts titles that begin with the keyword before those that only contain it', () => {
  expect(titles(findHits([entry('教师管理'), entry('管理')], '管理'))).toEqual(['管理', '教师管理'])
})

it('lists recently opened pages first, then all others', () => {
  const groups = groupHits(entries, ['/登录设备', '/gone'], '')
  expect(groups.map(({ title, hits }) => [title, titles(hits)])).toEqual([
    ['最近', ['登录设备']],
    ['页面', ['数据看板', '组织机构', '角色管理', '单位主页']],
  ])
  expect(groupHits(entries, [], '').map(({ title }) => title)).toEqual(['页面'])
  expect(groupHits(entries, ['/登录设备'], '没有')).toEqual([])
})
