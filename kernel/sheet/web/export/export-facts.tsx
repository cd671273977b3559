import {
  ClockCircleOutlined,
  CloseOutlined,
  ExclamationOutlined,
  FieldTimeOutlined,
  FileExcelOutlined,
  RollbackOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { exportStates, oneTimeNotice, type ExportRecord } from '../../contract.ts'
import styles from './export.module.css'

const getStateLook = createStatusLook(exportStates, {
  waiting: ClockCircleOutlined,
  running: SyncOutlined,
  refused: CloseOutlined,
  cancelled: RollbackOutlined,
  expired: FieldTimeOutlined,
  failed: ExclamationOutlined,
})

export const getExportStatus = ({ state }: ExportRecord) => getStateLook(state)
export const getMaskingLabel = ({ isWhole }: ExportRecord) => (isWhole ? '完整' : '脱敏')
export const ExportTitleIcon = ({ isHead = false }: { isHead?: boolean }) => (
  <span className={styles['icon']} data-head={isHead ? '' : undefined}>
    <Glyph of={FileExcelOutlined} />
  </span>
)

const formatMoment = (at: string | null) => (at ? formatDayTime(at) : '')

/** The details of an export request and its result. */
export const exportFacts = (row: ExportRecord): DetailSectionSpec[] => [
  {
    facts: [
      { label: '范围', value: row.description },
      { label: '行数', value: row.count.toLocaleString() },
      {
        label: '敏感列',
        value: row.isWhole ? `${getMaskingLabel(row)}（文件${oneTimeNotice}）` : getMaskingLabel(row),
      },
      { label: '导出列', value: row.columns.join('、') },
      { label: '原因', value: row.reason },
    ],
  },
  {
    title: '办理情况',
    facts: [
      { label: '申请人', value: row.byName },
      { label: '单位', value: row.orgName },
      { label: '申请时间', value: formatDayTime(row.requestedAt) },
      { label: '审批人', value: row.deciderName },
      { label: '意见', value: row.opinion },
      { label: '审批时间', value: formatMoment(row.decidedAt) },
      { label: '完成时间', value: formatMoment(row.endedAt) },
      ...(row.failure ? [{ label: '失败原因', value: row.failure }] : []),
    ],
  },
]
