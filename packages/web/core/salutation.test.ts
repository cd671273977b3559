import { expect, it } from 'vitest'
import { getSalutation } from './salutation.ts'

it('calls people of a school 老师, and others by their names', () => {
  expect(getSalutation({ realName: '李敏', orgType: 1 })).toBe('李敏老师')
  expect(getSalutation({ realName: '欧阳若兰', orgType: 2 })).toBe('欧阳若兰老师')
  expect(getSalutation({ realName: '陈国栋', orgType: 3 })).toBe('陈国栋')
})

it('uses the title of people who have one', () => {
  expect(getSalutation({ realName: '赵德明', orgType: 1, post: '校长' })).toBe('赵校长')
  expect(getSalutation({ realName: '欧阳若兰', orgType: 2, post: '副园长' })).toBe('欧阳园长')
  expect(getSalutation({ realName: '李敏', orgType: 1, post: '教务处主任' })).toBe('李主任')
  expect(getSalutation({ realName: '陈国栋', orgType: 3, post: '基教科科长' })).toBe('陈科长')
  expect(getSalutation({ realName: '李敏', orgType: 1, post: '班主任' })).toBe('李敏老师')
})

it('does not call an officer who visits a school a teacher', () => {
  expect(getSalutation({ realName: '武家豪', orgType: 1, homeOrgName: '云禾区教育局' })).toBe('武家豪')
})

it('does not call an account without a person 老师', () => {
  expect(getSalutation({ realName: '管理员', orgType: 1 })).toBe('管理员')
  expect(getSalutation({ realName: '实验小学教务处', orgType: 1 })).toBe('实验小学教务处')
})
