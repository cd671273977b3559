import { expect, it } from 'vitest'
import { parseDingTalkReturn } from './dingtalk-return.ts'

it('reads what DingTalk came back with, and takes it out of the address', () => {
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?authCode=a1&state=s1&redirect=%2Fboard')).toEqual({
    ddId: 'yunhe',
    code: 'a1',
    state: 's1',
    isRefused: false,
    address: '/DDLogin/yunhe?redirect=%2Fboard',
  })
})

it('knows the other name of the code', () => {
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?code=c1&state=s1')).toMatchObject({
    code: 'c1',
    address: '/DDLogin/yunhe',
  })
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?code=c1&authCode=a1')).toMatchObject({
    code: 'a1',
    address: '/DDLogin/yunhe',
  })
})

it('sees that a visit only begins', () => {
  const begins = { ddId: 'yunhe', code: '', state: '', isRefused: false, address: '/DDLogin/yunhe' }
  expect(parseDingTalkReturn('/DDLogin/yunhe', '')).toEqual(begins)
})

it('sees that somebody did not agree, so that it does not ask again and again', () => {
  expect(parseDingTalkReturn('/DDLogin/yunhe', '?error=access_denied&state=s1')).toMatchObject({
    code: '',
    isRefused: true,
    address: '/DDLogin/yunhe',
  })
})

it('reads names that need escaping, and survives broken ones', () => {
  expect(parseDingTalkReturn('/DDLogin/%E4%BA%91%E7%A6%BE', '').ddId).toBe('云禾')
  expect(parseDingTalkReturn('/DDLogin/%E4', '').ddId).toBe('')
  expect(parseDingTalkReturn('/DDLogin/', '').ddId).toBe('')
})
