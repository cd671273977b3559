import type { BodyOf } from '#packages/contract'
import { dayOf, invalid, notFound, type Ctx } from '#packages/core'
import type { studentApi } from '../../../contract.ts'
import { seatsOf, storeSeats, type Seat } from '../../student-queries.ts'
import { holdSchool } from './placing.ts'
import { classFor } from './schooling.ts'

/** Seats of a class: some by hand, or all of them in an order. No number twice. */
export async function setSeats(ctx: Ctx, { classId, seats, by }: BodyOf<typeof studentApi.setSeats>) {
  const { orgId } = await classFor(ctx, 'student.contact', classId)
  await holdSchool(ctx, orgId)
  const pupils = await seatsOf(ctx.db, classId, dayOf(ctx.now))
  const wanted = new Map(by ? inOrder(pupils, by) : (seats ?? []).map(({ id, seatNo }) => [id, seatNo]))
  const here = new Set(pupils.map(({ studentId }) => studentId))
  if ([...wanted.keys()].some((id) => !here.has(id))) throw notFound('学生')
  const after = pupils.map((pupil) => ({
    ...pupil,
    seatNo: wanted.has(pupil.studentId) ? wanted.get(pupil.studentId)! : pupil.seatNo,
  }))
  const double = doubleOf(after)
  if (double !== undefined) throw invalid([{ field: 'seats', msg: `座号${double}重复` }])
  const changed = after.filter(({ seatNo }, at) => seatNo !== pupils[at]!.seatNo)
  await storeSeats(ctx.db, changed, ctx.now)
  return { changed: changed.length }
}

function inOrder(pupils: readonly Seat[], by: 'school-no' | 'pinyin'): [string, number][] {
  // Numbers without leading zeroes are still numbers; whoever has none comes last.
  const key = ({ schoolNo, pinyin }: Seat) =>
    by === 'pinyin' ? pinyin : `${schoolNo === '' ? 1 : 0}${schoolNo.padStart(30, '0')}${pinyin}`
  const sorted = pupils.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))
  return sorted.map(({ studentId }, at) => [studentId, at + 1])
}

function doubleOf(seats: readonly { seatNo: number | null }[]): number | undefined {
  const seen = new Set<number>()
  return seats.find(({ seatNo }) => seatNo !== null && (seen.has(seatNo) || !seen.add(seatNo)))?.seatNo ?? undefined
}
