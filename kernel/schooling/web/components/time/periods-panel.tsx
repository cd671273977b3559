import { CheckOutlined, ClockCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { Grade, PeriodScheme } from '../../../contract.ts'
import { gradesQuery, periodSchemesQuery } from '../../time-queries.ts'
import { formatDateRange } from '../../class-labels.ts'
import { ReadinessMatrix } from '../readiness/readiness-matrix.tsx'
import { CopySchemeDialog } from './copy-scheme-dialog.tsx'
import { DayRuler } from './day-ruler.tsx'
import { DeleteSchemeDialog } from './delete-scheme-dialog.tsx'
import type { ShownOrg } from './org-tabs.tsx'
import { BlankCard, TimePanel, QueryPanel } from './time-panel.tsx'
import { SchemeDialog } from './scheme-dialog.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import styles from './periods-panel.module.css'

type OpenedDialog = { action: 'create' } | { action: 'edit' | 'copy' | 'delete'; scheme: PeriodScheme }

/** The period schemes of a school. */
export function PeriodsPanel({ orgId, isDistrict }: ShownOrg) {
  const query = useQuery({ ...periodSchemesQuery(orgId), enabled: !isDistrict })
  const { data: grades = [] } = useQuery({ ...gradesQuery(orgId), enabled: !isDistrict })
  const [opened, setOpened] = useState<OpenedDialog>()
  const close = () => setOpened(undefined)
  const create = (
    <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={() => setOpened({ action: 'create' })}>
      新建作息
    </Button>
  )
  if (isDistrict)
    return (
      <TimePanel>
        <ReadinessMatrix marked="periods" />
      </TimePanel>
    )
  return (
    <TimePanel note="同一年级同一天只能使用一套作息" actions={create}>
      <QueryPanel query={query}>
        {(schemes) =>
          schemes.length === 0 ? (
            <BlankCard>
              <PageState status="empty" title="还没有作息" text="新建作息，课表和点名都按它的节次。" next={create} />
            </BlankCard>
          ) : (
            <div className={styles['schemes']}>
              {schemes.map((scheme) => (
                <SchemeCard
                  key={scheme.id}
                  scheme={scheme}
                  grades={grades}
                  onAction={(action) => setOpened({ action, scheme })}
                />
              ))}
            </div>
          )
        }
      </QueryPanel>
      {opened?.action === 'create' && <SchemeDialog orgId={orgId} grades={grades} scheme={undefined} onClose={close} />}
      {opened?.action === 'edit' && (
        <SchemeDialog orgId={orgId} grades={grades} scheme={opened.scheme} onClose={close} />
      )}
      {opened?.action === 'copy' && <CopySchemeDialog orgId={orgId} scheme={opened.scheme} onClose={close} />}
      {opened?.action === 'delete' && <DeleteSchemeDialog scheme={opened.scheme} onClose={close} />}
    </TimePanel>
  )
}

interface CardProps {
  scheme: PeriodScheme
  grades: readonly Grade[]
  onAction: (action: 'edit' | 'copy' | 'delete') => void
}

function SchemeCard({ scheme, grades, onAction }: CardProps) {
  const { name, periods } = scheme
  return (
    <section className={styles['scheme']} aria-label={name}>
      <header className={styles['head']}>
        <h2 className={styles['title']}>{name}</h2>
        <State scheme={scheme} />
      </header>
      <p className={styles['about']}>{formatDateRange(scheme)}</p>
      <p className={styles['about']}>{gradesIn(scheme, grades)}</p>
      <div className={styles['acts']}>
        <Button size="small" aria-label={`编辑${name}`} onClick={() => onAction('edit')}>
          编辑
        </Button>
        <Button size="small" aria-label={`复制${name}`} onClick={() => onAction('copy')}>
          复制
        </Button>
        <Button size="small" danger aria-label={`删除${name}`} onClick={() => onAction('delete')}>
          删除
        </Button>
      </div>
      <DayRuler periods={periods} />
    </section>
  )
}

function State({ scheme: { startsOn, endsOn } }: { scheme: PeriodScheme }) {
  const today = useToday()
  if (startsOn > today)
    return (
      <StatusTag tone="closed" icon={ClockCircleOutlined} quiet>
        未开始
      </StatusTag>
    )
  const isOver = endsOn !== null && endsOn < today
  return (
    <StatusTag tone={isOver ? 'closed' : 'info'} icon={isOver ? CheckOutlined : ClockCircleOutlined} quiet={isOver}>
      {isOver ? '已结束' : '使用中'}
    </StatusTag>
  )
}

function gradesIn({ gradeIds }: PeriodScheme, grades: readonly Grade[]): string {
  if (gradeIds.length === 0) return '全部年级'
  const names = gradeIds.flatMap((id) => grades.find((grade) => grade.id === id)?.name ?? [])
  return names.length > 0 ? names.join('、') : `${gradeIds.length}个年级`
}
