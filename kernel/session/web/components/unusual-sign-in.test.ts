import { expect, it } from 'vitest'
import type { SignIn } from '../../contract.ts'
import { isUnusualSignIn } from './unusual-sign-in.ts'

const from = (network: string, device: string): SignIn => ({
  at: '',
  signInMethod: '密码登录',
  network,
  device,
  isHere: false,
})
const listUnusual = (signIns: SignIn[]) => signIns.map((_, at) => isUnusualSignIn(signIns, at))

it('marks a sign-in with a new network and a new device', () => {
  const home = from('浙江 杭州', 'Windows 电脑')
  expect(listUnusual([home, from('四川 成都', 'iPhone'), home, home])).toEqual([false, true, false, false])
})

it('does not mark a known device in a new network, a new device in a known network, or the first sign-in', () => {
  const home = from('浙江 杭州', 'Windows 电脑')
  expect(listUnusual([from('四川 成都', 'Windows 电脑'), from('浙江 杭州', 'iPhone'), home])).toEqual([
    false,
    false,
    false,
  ])
  expect(isUnusualSignIn([], 0)).toBe(false)
})
