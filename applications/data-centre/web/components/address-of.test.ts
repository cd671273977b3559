import { expect, it } from 'vitest'
import { addressOf } from './address-of.ts'

it('calls people of a school 老师, and others by their names', () => {
  expect(addressOf({ realName: '李敏', orgType: 1 })).toBe('李敏老师')
  expect(addressOf({ realName: '欧阳若兰', orgType: 2 })).toBe('欧阳若兰老师')
  expect(addressOf({ realName: '陈国栋', orgType: 3 })).toBe('陈国栋')
})

it('does not call an account that is nobody in person 老师', () => {
  expect(addressOf({ realName: '管理员', orgType: 1 })).toBe('管理员')
  expect(addressOf({ realName: '实验小学教务处', orgType: 1 })).toBe('实验小学教务处')
})
