import {
  BankOutlined,
  ClusterOutlined,
  ExperimentOutlined,
  ReadOutlined,
  SmileOutlined,
  SolutionOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Glyph, type Icon } from '#packages/web/desk/glyph.tsx'
import type { OrgType } from '../../contract.ts'
import styles from './org-icon.module.css'

const icons: Record<OrgType, Icon> = {
  bureau: BankOutlined,
  school: ReadOutlined,
  kindergarten: SmileOutlined,
  'other-school': ExperimentOutlined,
  institution: SolutionOutlined,
  cluster: ClusterOutlined,
  department: TeamOutlined,
}

/** The kind of an organisation at a glance; its word always stands beside it. */
export function OrgIcon({ type, size }: { type: OrgType; size: 'row' | 'head' }) {
  return (
    <span className={`${styles['icon']} ${styles[size]}`}>
      <Glyph of={icons[type]} />
    </span>
  )
}
