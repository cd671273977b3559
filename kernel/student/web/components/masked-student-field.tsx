import { PhoneOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { MaskedValue } from '#packages/web/desk/masked-value.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import type { MaskedField } from '../../contract.ts'
import { revealField } from '../student-queries.ts'
import styles from './masked-student-field.module.css'

export const maskedFieldLabels: Readonly<Record<MaskedField, string>> = {
  idCard: '身份证号',
  studentNo: '学籍号',
  address: '家庭住址',
  icCard: '一卡通号',
  guardianPhone: '监护人电话',
}
const revealReasons: Readonly<Record<MaskedField, readonly string[]>> = {
  idCard: ['核对学籍', '办理转学', '办理资助'],
  studentNo: ['核对学籍', '办理转学', '办理资助'],
  address: ['家访', '核对学籍', '紧急情况'],
  icCard: ['补办卡片', '核对信息'],
  guardianPhone: ['家校联系', '紧急情况', '核对信息'],
}

interface Props {
  studentId: string
  field: MaskedField
  value: string
  /** Whether the user may reveal this field; default: the user's general permission. */
  mayReveal?: boolean
  guardianId?: string | null
  /** A revealed number can be called. */
  canCall?: boolean
}

/** A masked number of a pupil, with a reveal button if permitted. */
export function MaskedStudentField({ studentId, field, value, mayReveal, guardianId = null, canCall = false }: Props) {
  const may = useMay()
  const [number, setNumber] = useState<string>()
  if (!value) return '—'
  const canReveal = mayReveal ?? may('student.reveal')
  const revealWhole = async (reason: string) => {
    const whole = await revealField(studentId, field, reason, guardianId)
    if (canCall) setNumber(whole)
    return whole
  }
  const shown = (
    <MaskedValue
      value={value}
      label={maskedFieldLabels[field]}
      reasons={revealReasons[field]}
      notice="本次查看会记入日志。"
      reveal={canReveal ? revealWhole : undefined}
    />
  )
  if (!canCall) return shown
  return (
    <span className={styles['called']}>
      {shown}
      {number && (
        <a className={styles['call']} href={`tel:${number}`} aria-label="拨打监护人电话">
          <Glyph of={PhoneOutlined} />
          拨打
        </a>
      )}
    </span>
  )
}
