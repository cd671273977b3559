import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#packages/web/desk/button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SlideOver } from '#packages/web/desk/slide-over.tsx'
import { definitionQuery } from '../data-queries.ts'
import styles from './definition-drawer.module.css'

/** 指标口径: how a figure is counted, where it comes from, and what was changed. */
export function DefinitionDrawer({ code, onClose }: { code: string; onClose: () => void }) {
  const query = useQuery(definitionQuery(code))
  return (
    <SlideOver from="right" label="指标口径" onClose={onClose}>
      <header className={styles['head']}>
        <h2>指标口径</h2>
        <Button type="text" icon={<Glyph of={CloseOutlined} />} aria-label="关闭" title="关闭" onClick={onClose} />
      </header>
      <div className={styles['body']}>
        <QueryState query={query}>
          {({ title, unit, kind, note, source, freshness, masking, changes }) => (
            <>
              <FactGrid
                facts={[
                  { label: '指标', value: `${title}（${unit}）` },
                  { label: '口径', value: note },
                  { label: '合计', value: kind },
                  { label: '来源', value: source },
                  { label: '更新', value: freshness },
                  masking !== null && { label: '隐私', value: masking },
                ]}
              />
              {changes.length > 0 && (
                <>
                  <h3>口径变更</h3>
                  <ul>
                    {changes.map(({ day, text }) => (
                      <li key={`${day} ${text}`}>
                        {day} {text}
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          )}
        </QueryState>
      </div>
    </SlideOver>
  )
}
