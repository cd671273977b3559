import { expect, it } from 'vitest'
import { defineApplication, defineModule } from '#packages/contract'
import type { Env } from '#packages/http'
import { allowQueryValue, getModuleOfApplication, readSignInSettings } from './settings.ts'

const inApp = (env: Env) => ({ app: { manifests: [], contributions: { signInSettings: [readSignInSettings(env)] } } })

it('accepts secrets in queries, and changes by GET, only with old clients', () => {
  expect(() => allowQueryValue(inApp({}), 'x')).toThrow('该调用方式未开启')
  expect(allowQueryValue(inApp({ QIMING_COMPAT_QUERY_CREDENTIALS: 'on' }), 'x')).toBe('x')
})

it('finds the module of a portal application, and none for others', () => {
  const about = { category: 'office', about: '', icon: '', pages: [], permissions: {} } as const
  const leave = defineApplication({ ...about, key: 'leave', title: '请假管理', route: 'TeacherAskForLeave' })
  const org = defineModule({ key: 'org', title: '组织机构', permissions: {} })
  const ctx = { app: { manifests: [leave, org], contributions: {} } }
  expect(getModuleOfApplication(ctx, 'TeacherAskForLeave')).toBe('leave')
  for (const other of ['', null, 'org', 'leave', 'https://app.example.cn'])
    expect(getModuleOfApplication(ctx, other)).toBe('')
})
