import { DownOutlined, StarFilled } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { Glyph } from '../glyph.tsx'
import type { SavedView } from '../preference-store.ts'
import { SmallMenu } from '../small-menu.tsx'
import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'
import { useViewCounts, type Views } from './use-views.ts'
import type { ViewDialogRequest } from './view-dialog.tsx'
import styles from './views-line.module.css'

const ViewDialog = lazy(() => import('./view-dialog.tsx'))

/** Further views, except the current one, are in a menu. */
const maxVisible = 6

/** The saved views of this list, on a separate line; hidden while there are none. */
export function ViewsLine<Row extends RowWithId, Detail extends Row, Values extends object>(props: {
  model: ListModel<Row, Detail, Values>
  views: Views
}) {
  const { model, views } = props
  const [question, setQuestion] = useState<ViewDialogRequest>()
  const counts = useViewCounts(model.spec, views.all, model.context, model.list.page !== undefined)
  const isSeen = (view: SavedView, at: number) => at < maxVisible || view === views.current
  if (views.all.length === 0) return null
  const others = views.all.filter((view, at) => !isSeen(view, at))
  return (
    <div className={`${styles['line']} no-print`}>
      <ul className={styles['views']} aria-label="视图">
        <li className={styles['view']} data-current={views.current ? undefined : ''}>
          <ViewButton
            name="全部"
            isCurrent={!views.current}
            count={counts?.get('')}
            onChoose={() => views.choose(undefined)}
          />
        </li>
        {views.all.filter(isSeen).map((view) => (
          <li key={view.id} className={styles['view']} data-current={view === views.current ? '' : undefined}>
            <ViewButton
              name={view.name}
              isDefault={view.isDefault}
              isCurrent={view === views.current}
              count={counts?.get(view.id)}
              onChoose={() => views.choose(view)}
            />
            {view === views.current && <ViewMenu views={views} view={view} onAsk={setQuestion} />}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <SmallMenu
          label="更多视图"
          button={<MoreLabel />}
          className={styles['more']!}
          items={others.map((view) => ({ key: view.id, label: view.name, onSelect: () => views.choose(view) }))}
        />
      )}
      <Changed views={views} />
      {question && (
        <Suspense>
          <ViewDialog views={views} question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

const MoreLabel = () => (
  <>
    更多视图
    <Glyph of={DownOutlined} />
  </>
)

interface ButtonProps {
  name: string
  isDefault?: boolean
  isCurrent: boolean
  count: string | undefined
  onChoose: () => void
}

function ViewButton({ name, isDefault = false, isCurrent, count, onChoose }: ButtonProps) {
  return (
    <button type="button" className={styles['choose']} aria-current={isCurrent ? 'true' : undefined} onClick={onChoose}>
      {isDefault && <Glyph of={StarFilled} className={styles['star']!} />}
      {name}
      <span className={styles['count']}>{count}</span>
    </button>
  )
}

interface MenuProps {
  views: Views
  view: SavedView
  onAsk: (question: ViewDialogRequest) => void
}

/** The actions of a view. Views of other users are read-only. */
function ViewMenu({ views, view, onAsk }: MenuProps) {
  if (!view.isMine) return null
  const { isDefault, isShared } = view
  return (
    <SmallMenu
      label={`视图“${view.name}”的操作`}
      isIcon
      button={<Glyph of={DownOutlined} />}
      className={styles['arrow']!}
      items={[
        { key: 'rename', label: '改名', onSelect: () => onAsk({ kind: 'rename', view }) },
        {
          key: 'default',
          label: isDefault ? '取消默认' : '设为默认',
          onSelect: () => void views.change(view, { isDefault: !isDefault }, isDefault ? '已取消默认' : '已设为默认'),
        },
        {
          key: 'share',
          label: isShared ? '不再共享' : '共享给本单位',
          onSelect: () => void views.change(view, { isShared: !isShared }, isShared ? '已不再共享' : '已共享给本单位'),
        },
        { key: 'delete', label: '删除', isDanger: true, onSelect: () => onAsk({ kind: 'delete', view }) },
      ]}
    />
  )
}

/** At the right end, so that it moves nothing when it appears. */
function Changed({ views: { current, isChanged, saveChanges, restore } }: { views: Views }) {
  return (
    <p className={styles['changed']} role="status">
      {current && isChanged && (
        <>
          视图已改动
          {current.isMine && (
            <button type="button" className={styles['link']} onClick={saveChanges}>
              保存更改
            </button>
          )}
          <button type="button" className={styles['link']} onClick={restore}>
            还原
          </button>
        </>
      )}
    </p>
  )
}
