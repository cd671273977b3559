import { RightOutlined } from '@ant-design/icons'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { Reason } from '../../../contract.ts'
import styles from './question.module.css'

const ways = { person: '按人分配', org: '按单位分配', post: '按岗位分配' } as const

interface Props {
  of: Reason
  /** Where it leads in the end: to a function, to a row. */
  further?: readonly string[]
}

/** How a right comes to somebody: the role, who gave it, how far it reaches. */
export function Way({ of: { roleName, via, viaName, scopeName }, further = [] }: Props) {
  const steps = [
    { label: '角色', words: roleName },
    { label: '来自', words: viaName || ways[via] },
    ...further.map((words) => ({ label: '功能', words })),
    { label: '范围', words: scopeName },
  ]
  return (
    <ol className={styles['way']}>
      {steps.map(({ label, words }, at) => (
        <li key={label} className={styles['step']}>
          {at > 0 && <Glyph of={RightOutlined} />}
          <span className={styles['stepLabel']}>{label}</span>
          {words}
        </li>
      ))}
    </ol>
  )
}
