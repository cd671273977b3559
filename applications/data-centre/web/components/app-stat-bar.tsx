import { BellOutlined, ExportOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { use, useState, Suspense } from 'react'
import { appCategories } from '#packages/contract'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { DayRangeFields } from '#packages/web/desk/list/day-range-fields.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { SheetImportExportContext } from '#packages/web/desk/sheet-import-export.ts'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { formatDateRange, parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { AppStat } from '../../contract-app-stat.ts'
import { factsKey, saveAppStatSheet, subscribeToReport, type AppStatFilter } from '../app-stat-queries.ts'
import { rangeTitles, type ShownAppStat } from './use-app-stat.ts'
import styles from './app-stat.module.css'

interface Facts {
  orgs: readonly { id: string; name: string; level: number }[]
  subscribed: readonly string[]
}

interface Props {
  shown: ShownAppStat
  facts: Facts | undefined
  stat: AppStat | undefined
}

/** The filters of the page. */
export function AppStatFilters({ shown, facts, stat }: Props) {
  const { filter, range } = shown
  const isPhone = usePhone()
  const orgs = facts?.orgs ?? []
  const top = Math.min(...orgs.map(({ level }) => level))
  return (
    <div className={styles['filters']} role="group" aria-label="统计条件">
      {orgs.length > 1 && stat && (
        <PlainSelect
          label="单位"
          value={stat.org.id}
          options={orgs.map(({ id, name, level }) => ({ value: id, label: `${'　'.repeat(level - top)}${name}` }))}
          onChange={shown.chooseOrg}
        />
      )}
      <PlainSelect
        label="分类"
        value={filter.category ?? ''}
        options={[
          { value: '', label: '全部分类' },
          ...Object.entries(appCategories).map(([value, label]) => ({ value, label })),
        ]}
        onChange={shown.chooseCategory}
      />
      <PlainSelect
        label="时间"
        value={range}
        options={Object.entries(rangeTitles).map(([value, label]) => ({ value, label }))}
        onChange={shown.chooseRange}
      />
      {range === 'own' && (
        <DayRangeFields
          label="日期"
          value={formatDateRange({ from: filter.from!, to: filter.to! })}
          isPhone={isPhone}
          onChoose={(value) => value && shown.chooseDays(parseDateRange(value))}
        />
      )}
    </div>
  )
}

/** 每月报告 and 导出. */
export function AppStatActions({ shown, facts, stat }: Props) {
  const [isExporting, setExporting] = useState(false)
  return (
    <>
      {stat && facts && <ReportButton orgId={stat.org.id} facts={facts} />}
      {stat && <ExportMenu filter={shown.filter} stat={stat} onDays={() => setExporting(true)} />}
      {isExporting && stat && (
        <DayExport filter={{ ...shown.filter, orgId: stat.org.id }} onClose={() => setExporting(false)} />
      )}
    </>
  )
}

/** Subscribes to the report of the organisation, or ends it. */
function ReportButton({ orgId, facts }: { orgId: string; facts: Facts }) {
  const toast = useToast()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const isOn = facts.subscribed.includes(orgId)
  const press = async () => {
    setBusy(true)
    try {
      await subscribeToReport(orgId, !isOn)
      await client.invalidateQueries({ queryKey: factsKey })
      toast.success(isOn ? '已停止每月报告' : '每月 1 日 7:00 发送上个月的报告')
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Glyph of={BellOutlined} />} aria-pressed={isOn} loading={isBusy} onClick={() => void press()}>
      {isOn ? '已订阅每月报告' : '每月报告'}
    </Button>
  )
}

function ExportMenu({ filter, stat, onDays }: { filter: AppStatFilter; stat: AppStat; onDays: () => void }) {
  const toast = useToast()
  const transfer = use(SheetImportExportContext)
  const may = useMay()
  const save = () => void saveAppStatSheet(filter, stat).catch((error: unknown) => toast.error(getErrorMessage(error)))
  const mayDays = transfer !== null && may(transfer.permission)
  return (
    <SmallMenu
      label="导出"
      className={styles['menu']!}
      button={
        <>
          <Glyph of={ExportOutlined} /> 导出
        </>
      }
      items={[
        { key: 'page', label: '本页统计', onSelect: save },
        ...(mayDays ? [{ key: 'days', label: '每天明细', onSelect: onDays }] : []),
      ]}
    />
  )
}

/** A row for each organisation and day; many rows become a task. */
function DayExport({ filter, onClose }: { filter: AppStatFilter; onClose: () => void }) {
  const transfer = use(SheetImportExportContext)
  if (!transfer) return null
  const { from, to, orgId, category } = filter
  return (
    <Suspense>
      <transfer.Exporter
        source="app-use"
        filter={{ from, to, orgId, ...(category ? { category } : {}) }}
        columns={['org', 'day', 'apps', 'opens']}
        onClose={onClose}
      />
    </Suspense>
  )
}
