import { expect, it } from 'vitest'
import { newPassword } from './contract.ts'

const takes = (password: string) => newPassword.safeParse(password).success

it('requires eight characters, and accepts sixty-four and more of any alphabet', () => {
  expect(takes('Kv#mz7R')).toBe(false)
  expect(takes('Kv#mz7Rq')).toBe(true)
  expect(takes(`Kv#7${'mzRqWx'.repeat(10)}`)).toBe(true)
  expect(takes(`Kv#7${'清河绿野'.repeat(31)}`)).toBe(true)
  expect(takes(`Kv#7${'清河绿野'.repeat(32)}`)).toBe(false)
})

it('takes a password as it was typed: neither trimmed nor cut', () => {
  expect(newPassword.parse(' Kv#mz7Rq ')).toBe(' Kv#mz7Rq ')
  expect(newPassword.parse('Kv#mz7Rq'.padEnd(128, 'x1Y?'))).toHaveLength(128)
})
