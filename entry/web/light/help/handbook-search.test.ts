import { expect, it } from 'vitest'
import { compileDocument } from '../../build/documents.ts'
import { searchHandbook } from './handbook-search.ts'

const documents = [
  compileDocument(
    '<!-- help: sign-in -->\n# 登录\n## 忘记密码\n用手机号收取**验证码**，设置新密码。\n## 扫码\n核对两边的数字。\n',
  ),
  compileDocument('<!-- help: account -->\n# 我的账号\n## 修改密码\n密码不能含自己的姓名 & 生日。\n'),
]

it('finds the sections that contain all the words, titles first', () => {
  expect(searchHandbook(documents, '密码').map(({ anchor }) => anchor)).toEqual(['忘记密码', '修改密码'])
  expect(searchHandbook(documents, '密码 生日').map(({ anchor }) => anchor)).toEqual(['修改密码'])
  expect(searchHandbook(documents, '验证码')[0]).toMatchObject({ chapter: '登录', title: '忘记密码' })
})

it('shows a few words around the match, without markup', () => {
  expect(searchHandbook(documents, '生日')[0]!.excerpt).toBe('密码不能含自己的姓名 & 生日。')
})

it('finds sections by their characters when no text contains the words as typed', () => {
  expect(searchHandbook(documents, '收验证码').map(({ anchor }) => anchor)).toEqual(['忘记密码'])
})

it('finds nothing for an empty query', () => {
  expect(searchHandbook(documents, '  ')).toEqual([])
  expect(searchHandbook(documents, '排课')).toEqual([])
})
