import { expect, it } from 'vitest'
import { greetingAt, todayIs } from './greeting.ts'
import { cardsFor } from './home-cards.ts'

const at = (hour: number) => new Date(2026, 10, 12, hour)

it('greets by the hour', () => {
  expect([6, 10, 12, 16, 20, 2].map((hour) => greetingAt(at(hour)))).toEqual([
    '早上好',
    '上午好',
    '中午好',
    '下午好',
    '晚上好',
    '晚上好',
  ])
  expect(todayIs(at(10))).toBe('11月12日 周四')
})

it('shows each the cards that modules bring for them, in their order', () => {
  const load = () => Promise.resolve({ default: () => null })
  const cards = [
    { id: 'meals', audience: 'guardian', sort: 3, load },
    { id: 'timetable', audience: 'both', sort: 1, load },
    { id: 'courses', audience: 'pupil', sort: 2, load },
  ] as const
  expect(cardsFor(1, cards).map(({ id }) => id)).toEqual(['timetable', 'courses'])
  expect(cardsFor(2, cards).map(({ id }) => id)).toEqual(['timetable', 'meals'])
})
