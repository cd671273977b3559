import { ExportOutlined, SettingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { Shortcut } from '../../contract.ts'
import { savedShortcutsQuery, shownShortcutsQuery } from '../queries.ts'
import { getPageUrl, useOpenApp } from '../use-open-app.ts'
import { AppIcon } from './app-icon.tsx'
import { AppName } from './app-name.tsx'
import styles from './quick-access.module.css'

const ShortcutDialog = lazy(() => import('./shortcut-dialog.tsx'))

/** The content of the drawer at the right edge: the shortcuts and a button to configure them. */
export default function QuickAccess() {
  const [isConfiguring, setConfiguring] = useState(false)
  const shown = useQuery(shownShortcutsQuery)
  const saved = useQuery(savedShortcutsQuery)
  const list = shown.data
  return (
    <>
      <div className={styles['body']}>
        {list ? (
          <Rows list={list} isDefault={saved.data?.length === 0 && list.length > 0} />
        ) : shown.error ? (
          <PageState status="failed" error={shown.error} onRetry={() => void shown.refetch()} />
        ) : (
          <PageState status="loading" widths={[60, 72, 56, 64, 60, 68]} />
        )}
      </div>
      <footer className={styles['foot']}>
        <span>{saved.data && saved.data.length > 0 && `已配置 ${saved.data.length} 个`}</span>
        <Button icon={<Glyph of={SettingOutlined} />} onClick={() => setConfiguring(true)}>
          配置快捷方式
        </Button>
      </footer>
      {isConfiguring && (
        <Suspense fallback={null}>
          <ShortcutDialog onClose={() => setConfiguring(false)} />
        </Suspense>
      )}
    </>
  )
}

function Rows({ list, isDefault }: { list: readonly Shortcut[]; isDefault: boolean }) {
  const open = useOpenApp()
  if (list.length === 0)
    return <PageState status="empty" title="还没有快捷方式" text="将常用的应用或功能放到这里，打开更快。" />
  return (
    <>
      {isDefault && <p className={styles['note']}>尚未配置，以下为默认应用</p>}
      <ul>
        {list.map(({ key, name, edition, logo, category }) => (
          <li key={key}>
            <button type="button" className={styles['row']} onClick={() => void open(key)}>
              <AppIcon logo={logo} category={category} size={32} />
              <span className={styles['name']}>
                <AppName name={name} edition={edition} />
              </span>
              {!getPageUrl(key) && !isInDingTalk() && (
                <span className={styles['where']}>
                  新窗口打开 <Glyph of={ExportOutlined} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
