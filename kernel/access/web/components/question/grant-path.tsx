import { RightOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { AccessReason } from '../../../contract.ts'
import styles from './question.module.css'

const assignmentLabels = { person: '按人分配', org: '按单位分配', post: '按岗位分配', appointment: '应用授权' } as const

interface Props {
  of: AccessReason
  /** The last steps of the path: a permission, a record. */
  further?: readonly string[]
}

/** How a permission reaches a person: role or appointment, grantor, scope. */
export function GrantPath({ of: { roleName, via, viaName, scopeName }, further = [] }: Props) {
  const steps = [
    { label: via === 'appointment' ? '身份' : '角色', text: roleName },
    { label: '来自', text: viaName || assignmentLabels[via] },
    ...further.map((text) => ({ label: '功能', text })),
    { label: '范围', text: scopeName },
  ]
  return (
    <ol className={styles['way']}>
      {steps.map(({ label, text }, at) => (
        <li key={label} className={styles['step']}>
          {at > 0 && <Glyph of={RightOutlined} />}
          <span className={styles['stepLabel']}>{label}</span>
          {text}
        </li>
      ))}
    </ol>
  )
}
