import { ReloadOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { getCountedNoun } from '#packages/web/core/list/noun.ts'
import { Button } from '../button.tsx'
import { PageActions } from '../action-line.tsx'
import { Glyph } from '../glyph.tsx'
import { Pager } from '../pager.tsx'
import { SkeletonBar } from '../skeleton.tsx'
import { ListBody } from './list-body.tsx'
import type { ListHead } from './list-head.ts'
import { ListPhoneBar } from './list-phone-bar.tsx'
import { PhoneFilters } from './phone-filters.tsx'
import { RowCard } from './row-card.tsx'
import { noSelection } from './selection.ts'
import { ImportExportMenu } from './import-export-buttons.tsx'
import type { RowWithId } from './list-spec.ts'
import { formatTotal } from './use-list.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './phone-list.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  head?: ListHead | undefined
  /** The line with the current node. */
  where?: ReactNode
}

/** The list on a phone: cards for rows, and the actions always visible below. */
export function PhoneList<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, head, where } = props
  const { spec, list, refresh, select } = model
  const [isPicking, setPicking] = useState(false)
  const stop = () => {
    select(() => noSelection)
    setPicking(false)
  }
  return (
    <div className={styles['page']}>
      {where}
      <PhoneFilters model={model} />
      <div className={styles['tools']}>
        <span>{list.counted && formatTotal(list.counted, spec, spec.unit ?? getCountedNoun(spec.noun))}</span>
        <PageActions refresh={refresh} shape="round" />
        {head?.tools}
        <Button
          shape="circle"
          icon={<Glyph of={ReloadOutlined} spin={list.query.isRefetching} />}
          aria-label="刷新"
          onClick={() => void refresh()}
        />
        <ImportExportMenu model={model} />
      </div>
      <ListBody model={model} head={head}>
        {(rows) =>
          rows ? (
            <ul className={styles['cards']}>
              {rows.map((row) => (
                <RowCard key={row.id} model={model} row={row} isPicking={isPicking} />
              ))}
            </ul>
          ) : (
            list.isWaiting && <AwaitedCards />
          )
        }
      </ListBody>
      <PhonePager {...props} />
      <ListPhoneBar model={model} isPicking={isPicking} onPick={() => setPicking(true)} onStop={stop} />
    </div>
  )
}

function PhonePager<Row extends RowWithId, Detail extends Row, Values extends object>({
  model: { list, listState, move },
}: Props<Row, Detail, Values>) {
  if (!list.counted || list.counted.pageCount <= 1) return null
  return (
    <div className={styles['pager']}>
      <Pager
        isSimple
        current={listState.page}
        pageSize={listState.size}
        total={list.counted.itemCount}
        onChange={(page) => {
          move({ page })
          window.scrollTo(0, 0)
        }}
      />
    </div>
  )
}

const AwaitedCards = () => (
  <ul className={styles['cards']} aria-label="正在加载">
    {['40%', '30%', '50%', '35%', '45%', '30%'].map((width, at) => (
      // Six grey cards that never change their order.
      // eslint-disable-next-line react/no-array-index-key
      <li key={at} className={`${styles['card']} ${styles['awaited']}`}>
        <SkeletonBar width={width} />
        <SkeletonBar width="24%" />
      </li>
    ))}
  </ul>
)
