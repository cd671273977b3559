import { describe, expect, it } from 'vitest'
import { idCardCheckDigit } from '#packages/core'
import { findIdNumbers, minCandidates, getLowestCandidates } from './id-number-candidates.ts'

const numberOf = (first: string) => first + idCardCheckDigit(first)
/** A girl born on 7 June 2012. */
const lin = numberOf('33019920120607002')
const shen = numberOf('33019920111120001')
const people = [
  { name: '林小满', idCard: lin },
  { name: '沈明远', idCard: shen },
]
const left = (answer: unknown) => getLowestCandidates(findIdNumbers(answer, people))
const masked = `${lin.slice(0, 6)}${'*'.repeat(12)}`
const old = `${lin.slice(0, 4)}${'*'.repeat(10)}${lin.slice(-4)}`

describe('the remaining candidates of an answer', () => {
  it('are 500 numbers beside the first six, the birthday and the sex; without the sex a thousand', () => {
    expect(left({ name: '林小满', idCard: masked, birthday: '2012-06-07', sex: '女' })).toBe(500)
    expect(left({ name: '林小满', idCard: masked, birthday: '2012-06-07', sex: '' })).toBe(1000)
    expect(left({ name: '林小满', studentNo: `G${masked}`, birthday: '2012-06-07', sex: '女' })).toBe(500)
    expect(left({ idCard: masked, sex: '女' })).toBeGreaterThan(minCandidates)
  })

  it('are none with the old mask', () => {
    expect(left({ idCard: old, birthday: '2012-06-07' })).toBe(1)
    expect(left({ studentNo: `G${old}`, birthday: '2012-06-07', sex: '女' })).toBe(1)
    expect(left({ idCard: old, sex: '女' })).toBeLessThan(minCandidates)
  })

  it('are none when the birthday is in another field, in a parent, or in a text', () => {
    for (const dateText of ['2012-06-07', '2012/6/7', '2012年6月7日', '生于2012年6月7日', '20120607', 'lin20120607'])
      expect([dateText, left({ idCard: old, remark: dateText })]).toEqual([dateText, 1])
    expect(left({ birthday: '2012-06-07', papers: [{ number: old }] })).toBe(1)
    expect(left({ facts: ['2012-06-07'], child: { papers: { number: old } } })).toBe(1)
    expect(left([{ birthday: '2012-06-07' }, { number: masked }])).toBe(1000)
  })

  it('are none with the last four digits in any field, also without a mask', () => {
    const tail = lin.slice(-4)
    expect(left({ loginName: `lin${tail}`, birthday: '2012-06-07' })).toBe(1)
    expect(left({ tail, birthday: '2012-06-07', idCard: masked })).toBe(1)
    expect(left({ name: '林小满', tail: `**${tail}`, birthday: '2012-06', idCard: masked })).toBeLessThan(minCandidates)
  })

  it('are one where the number itself is there, alone or in a text', () => {
    expect(left({ value: lin })).toBe(1)
    expect(left({ loginName: `G${lin}` })).toBe(1)
    expect(left(`该身份证号${lin}已被使用`)).toBe(1)
    expect(left([[`张三`, lin]])).toBe(1)
  })

  it('are not counted without a person: ids, links, times, phones and years are no part of a number', () => {
    const tail = lin.slice(-4)
    expect(left({ id: `01999999-0000-7000-8000-00000000${tail}`, at: '2026-06-07T01:02:03.000Z' })).toBeUndefined()
    expect(left({ phone: `139****${tail}`, mobile: `1390000${tail}`, url: `https://x/${'a'.repeat(60)}${tail}` })).toBe(
      undefined,
    )
    expect(left({ year: '2026', count: 12 })).toBeUndefined()
    // Without a named person four digits say nothing.
    expect(left({ name: '沈明远', number: tail })).toBeUndefined()
  })
})
