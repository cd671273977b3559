import { PhoneOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { MaskedValue } from '#packages/web/desk/masked-value.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { AbsenceCase } from '#engines/attendance/contract.ts'
import { revealPhone } from '../attendance-queries.ts'
import { callReason, getCallAddress } from './case-text.ts'

interface Props {
  of: AbsenceCase
  guardian: AbsenceCase['guardians'][number]
}

/** The phone of a guardian: masked, and in full for half a minute to whoever may see it. Looking is logged. */
export function GuardianPhone({ of: { studentId, name }, guardian }: Props) {
  const may = useMay()
  const [number, setNumber] = useState<string>()
  if (guardian.phone === '') return <span>没有登记电话</span>
  const reveal = async (reason: string) => {
    const whole = await revealPhone(studentId, guardian.id, reason)
    setNumber(whole)
    return whole
  }
  return (
    <>
      <MaskedValue
        value={guardian.phone}
        label="监护人电话"
        reasons={[callReason, '紧急情况', '家校联系']}
        notice="本次查看会记入日志。"
        reveal={may('student.reveal') ? reveal : undefined}
      />
      {number && (
        <a href={getCallAddress(number)} aria-label={`拨打${name}的${guardian.relation}`}>
          <Glyph of={PhoneOutlined} />
          拨打
        </a>
      )}
    </>
  )
}
