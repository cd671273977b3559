import {
  ApartmentOutlined,
  CloseOutlined,
  DownOutlined,
  InfoCircleOutlined,
  PhoneOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { PageActions } from '../action-line.tsx'
import { Pager } from '../pager.tsx'
import { Sheet } from '../sheet.tsx'
import { SkeletonBar } from '../skeleton.tsx'
import { ListBody } from './list-body.tsx'
import { countOf, type PaneProps } from './pane-props.ts'
import { rowLinkId } from './row-table.tsx'
import type { RowWithId, TreeListSpec } from './spec.ts'
import { TreePane } from './tree-pane.tsx'
import type { TreeState } from './use-tree.ts'
import { Glyph } from '../glyph.tsx'
import styles from './phone-list.module.css'

/** The page on a phone: where one is, a sheet with the tree, and cards for rows. */
export function PhoneList<Row extends RowWithId, Detail>(props: PaneProps<Row, Detail>) {
  const { spec, tree, list, place, move, refresh } = props
  const { chosen } = tree
  const { query, counted, isWaiting } = list
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      {tree.isThere && <Where tree={tree} change={spec.tree.change} onChange={() => setChoosing(true)} />}
      <div className={styles['tools']}>
        <span>{counted && `${countOf(counted)} ${spec.list.unit}`}</span>
        <PageActions refresh={refresh} shape="round" />
        {chosen && (
          <Button
            shape="circle"
            icon={<Glyph of={InfoCircleOutlined} />}
            aria-label="查看详情"
            onClick={() => move({ open: chosen.id })}
          />
        )}
        <Button
          shape="circle"
          icon={<Glyph of={ReloadOutlined} spin={query.isRefetching} />}
          aria-label="刷新"
          onClick={() => void refresh()}
        />
      </div>
      <ListBody {...props}>
        {(rows) =>
          rows ? (
            <ul className={styles['cards']}>
              {rows.map((row) => (
                <RowCard key={row.id} spec={spec.list} row={row} onOpen={() => move({ open: row.id })} />
              ))}
            </ul>
          ) : (
            isWaiting && <AwaitedCards />
          )
        }
      </ListBody>
      {counted && counted.pageCount > 1 && (
        <Pager
          className={styles['pager']!}
          align="center"
          simple={{ readOnly: true }}
          current={place.page}
          pageSize={place.size}
          total={counted.itemCount}
          onChange={(number) => {
            move({ page: number })
            window.scrollTo(0, 0)
          }}
        />
      )}
      {choosing && (
        <TreeSheet
          spec={spec.tree}
          tree={tree}
          onClose={() => setChoosing(false)}
          onChoose={(id) => {
            setChoosing(false)
            move({ node: id })
          }}
        />
      )}
    </>
  )
}

/** The line that says where one is, and leads elsewhere. */
function Where({ tree, change, onChange }: { tree: TreeState; change: string; onChange: () => void }) {
  const parent = tree.path.at(-2)
  return (
    <button type="button" className={styles['path']} onClick={onChange}>
      <Glyph of={ApartmentOutlined} />
      <span className={styles['where']}>
        {parent && <span>{parent.name} / </span>}
        <strong>{tree.chosen?.name}</strong>
      </span>
      <span className={styles['change']}>
        {change}
        <Glyph of={DownOutlined} />
      </span>
    </button>
  )
}

interface SheetProps<Row, Detail> {
  spec: TreeListSpec<Row, Detail>['tree']
  tree: TreeState
  onClose: () => void
  onChoose: (id: string) => void
}

function TreeSheet<Row, Detail>({ spec, tree, onClose, onChoose }: SheetProps<Row, Detail>) {
  return (
    <Sheet from="below" label={spec.change} onClose={onClose}>
      <header className={styles['sheetHead']}>
        <h2>{spec.change}</h2>
        <Button type="text" icon={<Glyph of={CloseOutlined} />} aria-label="关闭" onClick={onClose} />
      </header>
      <TreePane title={spec.title} tree={tree} onChoose={onChoose} />
    </Sheet>
  )
}

const AwaitedCards = () => (
  <ul className={styles['cards']} aria-label="正在加载">
    {['40%', '30%', '50%', '35%', '45%', '30%'].map((width, at) => (
      // Six grey cards that never change places.
      // eslint-disable-next-line react/no-array-index-key
      <li key={at} className={`${styles['card']} ${styles['awaited']}`}>
        <SkeletonBar width={width} />
        <SkeletonBar width="24%" />
      </li>
    ))}
  </ul>
)

interface CardProps<Row, Detail> {
  spec: TreeListSpec<Row, Detail>['list']
  row: Row
  onOpen: () => void
}

function RowCard<Row extends RowWithId, Detail>({ spec, row, onOpen }: CardProps<Row, Detail>) {
  const { kind, facts, tag, phone } = spec.card(row)
  const name = spec.name.of(row)
  return (
    <li className={styles['card']}>
      <button type="button" id={rowLinkId(row.id)} className={styles['open']} onClick={onOpen}>
        {spec.name.icon(row)}
        <span className={styles['words']}>
          <span className={styles['first']}>
            <strong>{name}</strong>
            <span className={styles['kind']}>{kind}</span>
            {tag}
          </span>
          <span className={styles['facts']}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        </span>
      </button>
      {phone && (
        <a className={styles['call']} href={`tel:${phone}`} aria-label={`拨打${name}的电话`}>
          <Glyph of={PhoneOutlined} />
        </a>
      )}
    </li>
  )
}
