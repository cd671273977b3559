import { InfoCircleOutlined, ReloadOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import iconButton from '../icon-button.module.css'
import { Pager } from '../pager.tsx'
import { pageSizes } from './address.ts'
import { DensityButton, useDensity } from './density.tsx'
import { ListBody } from './list-body.tsx'
import { countOf, type PaneProps } from './pane-props.ts'
import { RowTable } from './row-table.tsx'
import type { RowWithId } from './spec.ts'
import { Glyph } from '../glyph.tsx'
import dots from '../dotted.module.css'
import styles from './list-pane.module.css'

/** The right-hand card: which node, how many, the rows, the pager. */
export function ListPane<Row extends RowWithId, Detail>(props: PaneProps<Row, Detail>) {
  const { spec, tree, list, place, move, refresh } = props
  const { chosen, path } = tree
  const { query, counted } = list
  const [density, setDensity] = useDensity()
  return (
    <section className={styles['card']} aria-label={chosen?.name}>
      <header className={styles['head']}>
        {chosen && <h2 className={styles['title']}>{chosen.name}</h2>}
        <p className={`${styles['about']} ${dots['dotted']}`}>
          {path.length > 1 && <span>{path.at(-2)?.name}</span>}
          {counted && <span>{`${countOf(counted)} ${spec.list.unit}`}</span>}
        </p>
        <div className={styles['tools']}>
          {chosen && (
            <Tool label="查看详情" icon={<Glyph of={InfoCircleOutlined} />} onClick={() => move({ open: chosen.id })} />
          )}
          <Tool
            label="刷新"
            icon={<Glyph of={ReloadOutlined} spin={query.isRefetching} />}
            onClick={() => void refresh()}
          />
          <DensityButton density={density} onChange={setDensity} />
        </div>
      </header>
      <ListBody {...props}>
        {(rows) => (
          <RowTable
            spec={spec.list}
            rows={rows}
            isWaiting={list.isWaiting}
            density={density}
            open={place.open}
            onOpen={(id) => move({ open: id })}
          />
        )}
      </ListBody>
      {counted && counted.itemCount > 0 && (
        <footer className={styles['foot']}>
          <span>{`共 ${countOf(counted)} ${spec.list.measure}`}</span>
          <Pager
            size="small"
            current={place.page}
            pageSize={place.size}
            total={counted.itemCount}
            pageSizeOptions={[...pageSizes]}
            onChange={(number, size) => move({ page: size === place.size ? number : 1, size, open: undefined })}
          />
        </footer>
      )}
    </section>
  )
}

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={iconButton['button']} aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  )
}
