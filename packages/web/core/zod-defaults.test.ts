import { expect, it, vi } from 'vitest'
import { setZodDefaults } from './zod-defaults.ts'

it('keeps zod from compiling code, and gives rules without a message a Chinese one', async () => {
  setZodDefaults()
  vi.resetModules()
  const { z } = await import('zod')
  expect(z.config().jitless).toBe(true)
  const messageOf = (schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }) =>
    schema.safeParse({ name: 1 }).error!.issues[0]!.message
  expect(messageOf(z.object({ name: z.string() }))).toBe('填写不正确')
  expect(messageOf(z.object({ name: z.string('请填写姓名') }))).toBe('请填写姓名')
})
