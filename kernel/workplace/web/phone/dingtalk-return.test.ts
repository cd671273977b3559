import { expect, it } from 'vitest'
import { parseDingTalkReturn } from './dingtalk-return.ts'

it('reads the parameters that DingTalk returned, and removes them from the address', () => {
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?authCode=a1&state=s1&redirect=%2Fboard')).toEqual({
    ddId: 'yunhe',
    code: 'a1',
    state: 's1',
    isRefused: false,
    address: '/DDLogin/yunhe?redirect=%2Fboard',
  })
})

it('accepts the other name of the code', () => {
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?code=c1&state=s1')).toMatchObject({
    code: 'c1',
    address: '/DDLogin/yunhe',
  })
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?code=c1&authCode=a1')).toMatchObject({
    code: 'a1',
    address: '/DDLogin/yunhe',
  })
})

it('recognises the start of a sign-in', () => {
  const begins = { ddId: 'yunhe', code: '', state: '', isRefused: false, address: '/DDLogin/yunhe' }
  expect(parseDingTalkReturn('/DDLogin/yunhe', '')).toEqual(begins)
})

it('recognises a refusal by the user, so that it does not redirect again and again', () => {
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?error=access_denied&state=s1')).toMatchObject({
    code: '',
    isRefused: true,
    address: '/DDLogin/yunhe',
  })
})

it('reads names that need escaping, and tolerates broken ones', () => {
  expect(parseDingTalkReturn('/DDLogin/%E4%BA%91%E7%A6%BE', '').ddId).toBe('云禾')
  expect(parseDingTalkReturn('/DDLogin/%E4', '').ddId).toBe('')
  expect(parseDingTalkReturn('/DDLogin/', '').ddId).toBe('')
})
