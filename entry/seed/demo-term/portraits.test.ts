import { expect, it } from 'vitest'
import { createPortrait } from '#packages/images'
import { drawPortrait, renderPortrait } from './portraits.ts'

it('draws the same face for the same number, and other faces for other numbers', () => {
  const options = { isGirl: true, age: 'child' } as const
  expect(drawPortrait(7, options)).toBe(drawPortrait(7, options))
  const faces = Array.from({ length: 60 }, (_, number) => drawPortrait(number, options))
  expect(new Set(faces).size).toBeGreaterThan(50)
})

it('draws a picture that the terminals accept', async () => {
  for (const isGirl of [true, false]) {
    const file = await renderPortrait(11, { isGirl, age: 'child' })
    expect(file.length).toBeGreaterThan(20_000)
    expect(file.length).toBeLessThan(2_000_000)
    const { width, height, sharpness, brightness } = await createPortrait(file, 1000)
    expect([width, height]).toEqual([480, 600])
    expect(sharpness).toBeGreaterThan(30)
    expect(brightness).toBeGreaterThan(50)
    expect(brightness).toBeLessThan(230)
  }
})
