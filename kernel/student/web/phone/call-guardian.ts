import { call } from '#packages/web/core/call.ts'
import { relations, studentApi, type PupilFamily } from '../../contract.ts'

export type CalledGuardian = PupilFamily['guardians'][number]

/** For example 江红霞（母亲）. */
export const describeGuardian = ({ name, relation }: CalledGuardian) => `${name}（${relations[relation]}）`

export const callReason = '联系家长'

/** Reveals the number, which is logged, and opens the phone app. The number is not stored. */
export async function callGuardian(studentId: string, guardianId: string) {
  const { value } = await call(studentApi.reveal, {
    body: { id: studentId, field: 'guardianPhone', guardianId, reason: callReason },
  })
  location.assign(`tel:${value}`)
}
