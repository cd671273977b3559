import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent, optionalIdOf } from './index.ts'

const leaveApproved = defineEvent(
  'leave.approved',
  z.object({ leaveId: z.guid(), coverId: optionalIdOf('membership') }),
  {
    description: 'A leave request was approved.',
  },
)
const leaveId = '01990000-0000-7000-8000-000000000001'

it('encodes a payload for storage and decodes it for a subscriber', () => {
  const stored = leaveApproved.encode({ leaveId, coverId: null })
  expect(stored).toEqual({ leaveId, coverId: '' })
  expect(leaveApproved.decode(stored)).toEqual({ leaveId, coverId: null })
})

it('refuses a wrong payload without repeating its values', () => {
  const wrong = { leaveId: '13800000000', coverId: null }
  expect(() => leaveApproved.encode(wrong)).toThrow('event leave.approved has a wrong payload')
  expect(() => leaveApproved.encode(wrong)).not.toThrow('13800000000')
  expect(() => leaveApproved.decode({})).toThrow('leaveId')
  expect(() => leaveApproved.decode(null)).toThrow('event leave.approved has a wrong payload')
})

it('refuses an unknown property when published, and leaves it out when received', () => {
  const longer = { leaveId, coverId: null, phone: '13800000000' }
  expect(() => leaveApproved.encode(longer)).toThrow('"phone"')
  expect(leaveApproved.decode({ leaveId, added: 1 })).toEqual({ leaveId, coverId: null })
})
