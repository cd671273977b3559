import { afterEach, expect, it } from 'vitest'
import { defineApplication, defineModule } from '#packages/contract'
import { configureSignIn, allowQueryValue, getModuleOfApplication } from './settings.ts'

const plain = { env: {}, manifests: [] }
afterEach(() => configureSignIn(plain))

it('accepts secrets in queries, and changes by GET, only with old clients', () => {
  configureSignIn(plain)
  expect(() => allowQueryValue('x')).toThrow('该调用方式未开启')
  configureSignIn({ ...plain, env: { QIMING_COMPAT_QUERY_CREDENTIALS: 'on' } })
  expect(allowQueryValue('x')).toBe('x')
})

it('finds the module of a portal application, and none for others', () => {
  const about = { category: 'office', about: '', icon: '', pages: [], permissions: {} } as const
  const leave = defineApplication({ ...about, key: 'leave', title: '请假管理', route: 'TeacherAskForLeave' })
  const org = defineModule({ key: 'org', title: '组织机构', permissions: {} })
  configureSignIn({ env: {}, manifests: [leave, org] })
  expect(getModuleOfApplication('TeacherAskForLeave')).toBe('leave')
  for (const other of ['', null, 'org', 'leave', 'https://app.example.cn'])
    expect(getModuleOfApplication(other)).toBe('')
})
