import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarkStatus } from '../../contract.ts'
import { applyTap, type Mark, type Tap } from './merge-marks.ts'

const start = new Date('2026-11-16T00:10:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const tap = (studentId: string, status: MarkStatus, seconds: number, device = 'device-a', seen?: number): Tap => ({
  studentId,
  status,
  minutes: null,
  remark: '',
  at: at(seconds),
  seenAt: seen === undefined ? null : at(seen),
  device,
  by: device === 'device-a' ? 'wang' : 'li',
})

/** The marks after these taps, by pupil. */
function merge(taps: readonly Tap[]): Map<string, Mark> {
  const marks = new Map<string, Mark>()
  for (const one of taps) marks.set(one.studentId, applyTap(marks.get(one.studentId), one, undefined).mark)
  return marks
}

const statuses: MarkStatus[] = ['present', 'missing', 'late', 'early', 'sick', 'truant']
/** Taps of two devices in one lesson; a device does not tap one pupil twice at one moment. */
const taps = fc
  .uniqueArray(
    fc.record({
      studentId: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
      status: fc.constantFrom(...statuses),
      seconds: fc.integer({ min: 0, max: 60 }),
      device: fc.constantFrom('device-a', 'device-b'),
      seen: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 24, selector: ({ studentId, seconds, device }) => `${studentId}${seconds}${device}` },
  )
  .map((some) => some.map((one) => tap(one.studentId, one.status, one.seconds, one.device, one.seen)))

describe('taps of two devices', () => {
  it('end in the latest tap of each pupil, in any order, however often and in however many pieces they arrive', () => {
    fc.assert(
      fc.property(taps, fc.array(fc.nat()), fc.array(fc.nat()), (made, again, order) => {
        const latest = new Map<string, Tap>()
        for (const one of made.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.device < b.device ? -1 : 1)))
          latest.set(one.studentId, one)
        const doubled = [...made, ...again.map((index) => made[index % made.length] as Tap)]
        const shuffled = doubled
          .map((one, index) => ({ one, key: order[index % Math.max(order.length, 1)] ?? index }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        const marks = merge(shuffled)
        const result = [...marks].map(([id, { status, markedAt, device }]) => ({ id, status, markedAt, device }))
        const wanted = [...latest].map(([id, one]) => ({
          id,
          status: one.status,
          markedAt: one.at,
          device: one.device,
        }))
        const byId = <T extends { id: string }>(list: T[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect(byId(result)).toEqual(byId(wanted))
      }),
      { numRuns: 500 },
    )
  })

  it('conflict where a device did not know of the other one', () => {
    const early = tap('p1', 'missing', 10)
    const late = tap('p1', 'late', 20, 'device-b')
    for (const order of [
      [early, late],
      [late, early],
      [late, early, early, late],
    ])
      expect(merge(order).get('p1')).toMatchObject({
        status: 'late',
        conflict: { status: 'missing', device: 'device-a', at: at(10).toISOString(), by: 'wang' },
      })
    const informed = tap('p1', 'late', 20, 'device-b', 10)
    for (const order of [
      [early, informed],
      [informed, early],
    ])
      expect(merge(order).get('p1')).toMatchObject({ status: 'late', conflict: null })
    expect(merge([early, tap('p1', 'missing', 20, 'device-b')]).get('p1')?.conflict).toBeNull()
    expect(merge([early, tap('p1', 'present', 20)]).get('p1')?.conflict).toBeNull()
  })

  it('tell the device that lost', () => {
    const mark = applyTap(undefined, tap('p1', 'late', 20, 'device-b'), undefined).mark
    expect(applyTap(mark, tap('p1', 'missing', 10), undefined).outcome).toBe('lost')
    expect(applyTap(mark, tap('p1', 'late', 20, 'device-b'), undefined).outcome).toBe('same')
    expect(applyTap(mark, tap('p1', 'missing', 30), undefined).outcome).toBe('set')
  })
})

describe('who said so', () => {
  const leave = { leaveId: 'leave', kind: 'sick' as const }
  it('a pupil with leave who is not there is on leave, unless somebody says 旷课', () => {
    expect(applyTap(undefined, tap('p1', 'missing', 1), leave).mark).toMatchObject({ status: 'sick', source: 'leave' })
    expect(applyTap(undefined, tap('p1', 'truant', 1), leave).mark).toMatchObject({ status: 'truant', leaveId: null })
  })
  it('a pupil with leave who is there is there', () => {
    const onLeave = applyTap(undefined, tap('p1', 'missing', 1), leave).mark
    expect(applyTap(onLeave, tap('p1', 'present', 2), leave)).toMatchObject({
      mark: { status: 'present', source: 'teacher', leaveId: null },
      outcome: 'set',
    })
  })
  it.each(['correction', 'class-teacher', 'office'] as const)('a tap does not change what %s says', (source) => {
    const corrected = { ...applyTap(undefined, tap('p1', 'late', 1), undefined).mark, source, device: null }
    expect(applyTap(corrected, tap('p1', 'missing', 99), undefined)).toEqual({ mark: corrected, outcome: 'refused' })
    expect(applyTap(corrected, tap('p1', 'late', 99), undefined).outcome).toBe('same')
  })
})
