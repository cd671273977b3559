import { CheckOutlined, ClockCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { Grade, PeriodScheme } from '../../../contract.ts'
import { gradesOf, schemesOf } from '../../time-queries.ts'
import { datesOf } from '../../words.ts'
import { ReadinessMatrix } from '../readiness/matrix.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { DayRuler } from './day-ruler.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { ShownOrg } from './org-tabs.tsx'
import { Blank, Panel, Read } from './panel.tsx'
import { SchemeDialog } from './scheme-dialog.tsx'
import { useToday } from './use-today.ts'
import styles from './periods-panel.module.css'

type Opened = { act: 'create' } | { act: 'edit' | 'copy' | 'delete'; scheme: PeriodScheme }

/** The hours of a school, scheme by scheme. */
export function PeriodsPanel({ orgId, isDistrict }: ShownOrg) {
  const query = useQuery({ ...schemesOf(orgId), enabled: !isDistrict })
  const { data: grades = [] } = useQuery({ ...gradesOf(orgId), enabled: !isDistrict })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const create = (
    <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={() => setOpened({ act: 'create' })}>
      新建作息
    </Button>
  )
  if (isDistrict)
    return (
      <Panel>
        <ReadinessMatrix marked="periods" />
      </Panel>
    )
  return (
    <Panel note="同一年级同一天只能使用一套作息" actions={create}>
      <Read query={query}>
        {(schemes) =>
          schemes.length === 0 ? (
            <Blank>
              <PageState status="empty" title="还没有作息" words="新建作息，课表和点名都按它的节次。" next={create} />
            </Blank>
          ) : (
            <div className={styles['schemes']}>
              {schemes.map((scheme) => (
                <SchemeCard
                  key={scheme.id}
                  scheme={scheme}
                  grades={grades}
                  onAct={(act) => setOpened({ act, scheme })}
                />
              ))}
            </div>
          )
        }
      </Read>
      {opened?.act === 'create' && <SchemeDialog orgId={orgId} grades={grades} scheme={undefined} onClose={close} />}
      {opened?.act === 'edit' && <SchemeDialog orgId={orgId} grades={grades} scheme={opened.scheme} onClose={close} />}
      {opened?.act === 'copy' && <CopyDialog orgId={orgId} scheme={opened.scheme} onClose={close} />}
      {opened?.act === 'delete' && <DeleteDialog scheme={opened.scheme} onClose={close} />}
    </Panel>
  )
}

interface CardProps {
  scheme: PeriodScheme
  grades: readonly Grade[]
  onAct: (act: 'edit' | 'copy' | 'delete') => void
}

function SchemeCard({ scheme, grades, onAct }: CardProps) {
  const { name, periods } = scheme
  return (
    <section className={styles['scheme']} aria-label={name}>
      <header className={styles['head']}>
        <h2 className={styles['title']}>{name}</h2>
        <State scheme={scheme} />
      </header>
      <p className={styles['about']}>{datesOf(scheme)}</p>
      <p className={styles['about']}>{gradesIn(scheme, grades)}</p>
      <div className={styles['acts']}>
        <Button size="small" aria-label={`编辑${name}`} onClick={() => onAct('edit')}>
          编辑
        </Button>
        <Button size="small" aria-label={`复制${name}`} onClick={() => onAct('copy')}>
          复制
        </Button>
        <Button size="small" danger aria-label={`删除${name}`} onClick={() => onAct('delete')}>
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
