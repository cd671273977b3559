import { call } from '#packages/web/core/call.ts'
import { relations, studentApi, type PupilFamily } from '../../contract.ts'

export type CalledGuardian = PupilFamily['guardians'][number]

/** 江红霞（母亲）. */
export const describeGuardian = ({ name, relation }: CalledGuardian) => `${name}（${relations[relation]}）`

export const callReason = '联系家长'

/** Has the number shown, which is written down, and hands it to the phone. It is kept nowhere. */
export async function callGuardian(studentId: string, guardianId: string) {
  const { value } = await call(studentApi.reveal, {
    body: { id: studentId, field: 'guardianPhone', guardianId, reason: callReason },
  })
  location.assign(`tel:${value}`)
}
