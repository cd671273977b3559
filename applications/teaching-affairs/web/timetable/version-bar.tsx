import { MoreOutlined } from '@ant-design/icons'
import type { RefSelectProps } from 'antd'
import { useState, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router'
import type { TimetableRow } from '#engines/timetable/contract.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import icon from '#packages/web/desk/icon-button.module.css'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import type { MenuItem } from '#packages/web/desk/menu-items.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { TabPanel } from '#packages/web/desk/tab-panel.tsx'
import { timetablePath } from '../area-pages.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { usePrintItems } from './print-sheets.tsx'
import { viewKinds, type TimetableIndex, type ViewKind } from './timetable-views.ts'
import type { ChosenView } from './use-chosen-view.ts'
import { getVersionLook } from './version-status.ts'
import { ViewPicker } from './view-picker.tsx'
import styles from './version-bar.module.css'

interface Props {
  index: TimetableIndex
  chosen: ChosenView
  /** Buttons of the editor. */
  tools?: ReactNode
  /** Items of the menu before those that every reader has. */
  items?: readonly MenuItem[]
  find?: Ref<RefSelectProps>
  children: ReactNode
}

interface FactsProps {
  timetable: TimetableRow
}

const tabs = Object.entries(viewKinds).map(([key, label]) => ({ key, label }))

/** Which version it is, and the way to the others. */
export const VersionFacts = ({ timetable: { termId, name, status, effectiveOn, unplaced } }: FactsProps) => (
  <span className={styles['version']}>
    <Link to={`${timetablePath}?term=${termId}`}>全部版本</Link>
    <strong>{name}</strong>
    <RowStatusTag status={getVersionLook(status)} />
    {effectiveOn && <span>{effectiveOn} 起</span>}
    {unplaced > 0 && <span className={styles['open']}>{unplaced} 节待排</span>}
  </span>
)

/** Above a timetable: its version, the choice of the view, and what can be done with it. */
export function VersionBar({ index, chosen, tools, items = [], find, children }: Props) {
  const { timetable } = index.content
  const { view, choices, choose } = chosen
  const setParams = useSetParams()
  const [isComparing, setComparing] = useState(false)
  const print = usePrintItems(index, chosen)
  const readerItems: MenuItem[] = [
    { key: 'compare', label: '与其他版本对比', dividerBefore: items.length > 0, onSelect: () => setComparing(true) },
    ...print.items,
  ]
  return (
    <>
      <ActionLine note={<VersionFacts timetable={timetable} />}>
        {tools}
        <SmallMenu
          label="更多操作"
          isIcon
          className={icon['button']!}
          button={<Glyph of={MoreOutlined} />}
          items={[...items, ...readerItems]}
        />
      </ActionLine>
      <TabPanel
        tabs={tabs}
        chosen={view.kind}
        onChoose={(key) => choose({ kind: key as ViewKind, id: '' })}
        barClass={styles['bar']!}
        panelClass={styles['panel']!}
        aside={
          view.kind !== 'all' && (
            <ViewPicker
              kind={view.kind}
              choices={choices}
              value={view.id}
              onChange={(id) => choose({ ...view, id })}
              {...(find && { ref: find })}
            />
          )
        }
      >
        {children}
      </TabPanel>
      {print.sheets}
      {isComparing && (
        <CompareDialog
          timetable={timetable}
          onChosen={(id) => setParams({ with: id })}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  )
}
