import type { ReactNode, RefObject } from 'react'
import { AddedSections, DetailSection, useAddedTabs } from './detail-section.tsx'
import { FactGrid } from '../fact-grid.tsx'
import { TabPanel } from '../tab-panel.tsx'
import type { DetailSpec, RowWithId, DetailSectionSpec } from './list-spec.ts'
import dots from '../dot-separated.module.css'
import styles from './detail-drawer.module.css'

interface Props<Detail extends RowWithId> {
  spec: DetailSpec<Detail>
  detail: Detail
  title: RefObject<HTMLHeadingElement | null>
  /** The open tab; by default the first. */
  tab: string | undefined
  onTab: (key: string) => void
}

/** Title and facts of a record. */
export function DetailFacts<Detail extends RowWithId>({ spec, detail, title, tab, onTab }: Props<Detail>) {
  const added = useAddedTabs()
  const tabs = (spec.tabs?.(detail) ?? []).filter(({ key, sections }) => sections.length > 0 || added.has(key))
  return (
    <>
      <div className={styles['who']}>
        {spec.icon(detail)}
        <div>
          <h2 ref={title} tabIndex={-1} className={styles['name']}>
            {spec.name(detail)}
            {spec.tag(detail)}
          </h2>
          <p className={`${styles['about']} ${dots['dotted']}`}>
            {spec.about(detail).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        </div>
      </div>
      {tabs.length > 0 ? (
        <TabbedSections id={detail.id} tabs={tabs} tab={tab} onTab={onTab} />
      ) : (
        <>
          <Sections sections={spec.sections?.(detail) ?? []} />
          <AddedSections id={detail.id} isIn={() => true} />
        </>
      )}
    </>
  )
}

interface TabbedSectionsProps {
  /** The id of the record. */
  id: string
  tabs: readonly { key: string; label: string; sections: readonly DetailSectionSpec[] }[]
  tab: string | undefined
  onTab: (key: string) => void
}

function TabbedSections({ id, tabs, tab, onTab }: TabbedSectionsProps) {
  const chosen = tabs.find(({ key }) => key === tab) ?? tabs[0]!
  return (
    <TabPanel tabs={tabs} chosen={chosen.key} onChoose={onTab} barClass={styles['tabs']!} panelClass={styles['open']!}>
      <Sections sections={chosen.sections.slice(0, 1)} />
      {chosen === tabs[0] && <AddedSections id={id} isIn={(at) => at === undefined} />}
      <Sections sections={chosen.sections.slice(1)} />
      <AddedSections id={id} isIn={(at) => at === chosen.key} />
    </TabPanel>
  )
}

const Sections = ({ sections }: { sections: readonly DetailSectionSpec[] }): ReactNode =>
  sections.map(({ title, aside, facts, whole }, at) => (
    <DetailSection key={title ?? at} title={title} aside={aside}>
      {facts.length > 0 && <FactGrid facts={facts} />}
      {whole}
    </DetailSection>
  ))
