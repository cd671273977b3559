import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { catalogueApi, maxShortcuts } from '../../contract.ts'
import {
  centre,
  openableAppsQuery,
  savedShortcutsQuery,
  saveShortcuts,
  shortcutKeys,
  type AppCentreData,
} from '../queries.ts'
import { AppTree } from './app-tree.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import { addShortcuts, removeShortcuts, type ListedShortcut, type ListedGroup } from './edit-shortcut-list.ts'
import styles from './shortcut-dialog.module.css'

const none: ReadonlySet<string> = new Set()

/** Edits which applications are shortcuts and their order. Nothing is saved before 确定. */
export default function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const apps = useQuery(openableAppsQuery)
  const pageGroup = useQuery(centre)
  const saved = useQuery(savedShortcutsQuery)
  const [edited, setEdited] = useState<readonly ListedShortcut[]>()
  const [ticked, setTicked] = useState({ apps: none, shortcuts: none })
  const toast = useToast()
  const list = edited ?? saved.data ?? []
  const save = useSaveShortcuts(list)
  const groups = apps.data && pageGroup.data && [...toPageGroup(pageGroup.data), ...apps.data]
  const error = apps.error ?? pageGroup.error ?? saved.error
  const isReady = groups !== undefined && saved.data !== undefined

  const add = () => {
    if (!groups || ticked.apps.size === 0) return toast.error('至少需要选择一个要添加的应用')
    setEdited(addShortcuts(list, groups, ticked.apps))
    setTicked({ ...ticked, apps: none })
  }
  const remove = () => {
    if (ticked.shortcuts.size === 0) return toast.error('至少需要选择一个要删除的快捷方式')
    setEdited(removeShortcuts(list, ticked.shortcuts))
    setTicked({ ...ticked, shortcuts: none })
  }
  const clear = () => {
    setEdited([])
    setTicked({ ...ticked, shortcuts: none })
  }
  return (
    <ConfirmAction
      title="配置快捷方式"
      size="panes"
      submitLabel="确定"
      isDisabled={!isReady}
      obstacle={list.length > maxShortcuts ? `快捷方式最多${maxShortcuts}个` : undefined}
      submit={save}
      onClose={onClose}
    >
      {isReady ? (
        <div className={styles['panes']}>
          <AppTree
            groups={groups}
            chosen={new Set(list.map(({ key }) => key))}
            ticked={ticked.apps}
            onTick={(next) => setTicked({ ...ticked, apps: next })}
          />
          <div className={styles['between']}>
            <Button type="primary" onClick={add}>
              添加
              <Glyph of={RightOutlined} />
            </Button>
            <Button icon={<Glyph of={LeftOutlined} />} onClick={remove}>
              删除
            </Button>
          </div>
          <ShortcutList
            list={list}
            ticked={ticked.shortcuts}
            onTick={(next) => setTicked({ ...ticked, shortcuts: next })}
            onOrder={setEdited}
            onClear={clear}
          />
        </div>
      ) : error ? (
        <PageState
          status="failed"
          error={error}
          onRetry={() => void Promise.all([apps.refetch(), pageGroup.refetch(), saved.refetch()])}
        />
      ) : (
        <PageState status="loading" />
      )}
    </ConfirmAction>
  )
}

const toPageGroup = ({ modules }: Pick<AppCentreData, 'modules'>): ListedGroup[] =>
  modules.length > 0 ? [{ id: 'house', name: '校务功能', apps: modules.map((tile) => ({ ...tile, edition: '' })) }] : []

function useSaveShortcuts(list: readonly ListedShortcut[]) {
  const client = useQueryClient()
  const toast = useToast()
  return async () => {
    await saveShortcuts(list.map(({ key }) => key))
    toast.success(catalogueApi.setShortcut.done ?? '')
    await Promise.all(Object.values(shortcutKeys).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
