import { EditOutlined, LockOutlined } from '@ant-design/icons'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { SettingSource } from '../../contract.ts'
import { sourceLabels } from './setting-labels.ts'

interface Props {
  source: SettingSource
  /** Changed on the page and not saved. */
  isChanged: boolean
  /** Locked by this organisation for those below. */
  isFixedHere: boolean
}

/** The source of a value. The name of the organisation above is in the tooltip and for screen readers. */
export function SourceBadge({ source: { kind, orgName }, isChanged, isFixedHere }: Props) {
  if (isChanged)
    return (
      <StatusTag tone="warning" icon={EditOutlined}>
        未保存
      </StatusTag>
    )
  const { label, tone, icon, isQuiet } = sourceLabels[kind]
  return (
    <span title={kind === 'above' || kind === 'fixed' ? `由${orgName}设置` : undefined}>
      <StatusTag tone={tone} icon={isFixedHere ? LockOutlined : icon} quiet={isQuiet}>
        {isFixedHere ? '已锁定' : label}
      </StatusTag>
    </span>
  )
}
