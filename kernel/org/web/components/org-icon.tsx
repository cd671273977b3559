import {
  BankOutlined,
  ClusterOutlined,
  ExperimentOutlined,
  ReadOutlined,
  SmileOutlined,
  SolutionOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import type { Icon } from '#packages/web/desk/glyph.tsx'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import type { OrgType } from '../../contract.ts'

const icons: Record<OrgType, Icon> = {
  bureau: BankOutlined,
  school: ReadOutlined,
  kindergarten: SmileOutlined,
  'other-school': ExperimentOutlined,
  institution: SolutionOutlined,
  cluster: ClusterOutlined,
  department: TeamOutlined,
}

/** The icon of an organisation's type. */
export const OrgIcon = ({ type, size }: { type: OrgType; size: 'row' | 'head' }) => (
  <TileIcon of={icons[type]} size={size} />
)
