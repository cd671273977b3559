import { CloseOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SlideOver } from '#packages/web/desk/slide-over.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { settingChangeCauses, type SettingHistoryItem, type SettingState } from '../../contract.ts'
import { settingHistoryQuery, restoreSetting, settingKey } from '../queries.ts'
import { formatChange } from './setting-labels.ts'
import styles from './history-panel.module.css'

interface Props {
  state: SettingState
  mayRestore: boolean
  onClose: () => void
}

/** The history beside the form; any version can be restored. */
export default function HistoryPanel({ state, mayRestore, onClose }: Props) {
  const isPhone = usePhone()
  const { data, isError, error, refetch } = useQuery(settingHistoryQuery(state.orgId, state.type))
  const inside = isError ? (
    <PageState status="failed" error={error} onRetry={() => void refetch()} />
  ) : data === undefined ? (
    <PageState status="loading" />
  ) : data.length === 0 ? (
    <PageState status="empty" title="还没有修改记录" text="保存之后，每次修改都会记在这里。" />
  ) : (
    <ol>
      {data.map((item) => (
        <Version key={item.version} item={item} state={state} mayRestore={mayRestore} />
      ))}
    </ol>
  )
  const whole = (
    <>
      <header className={styles['head']}>
        <h3 className={styles['title']}>修改记录</h3>
        <Button type="text" icon={<Glyph of={CloseOutlined} />} aria-label="关闭" title="关闭" onClick={onClose} />
      </header>
      <div className={styles['body']}>{inside}</div>
    </>
  )
  if (isPhone)
    return (
      <SlideOver from="right" label="修改记录" onClose={onClose}>
        {whole}
      </SlideOver>
    )
  return <Panel onClose={onClose}>{whole}</Panel>
}

function Panel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  })
  return (
    <aside className={styles['panel']} aria-label="修改记录">
      {children}
    </aside>
  )
}

function Version({ item, state, mayRestore }: { item: SettingHistoryItem; state: SettingState; mayRestore: boolean }) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const { version, cause, by, createdAt, changes } = item
  const isCurrent = version === state.version
  const bringBack = async () => {
    setBusy(true)
    try {
      await restoreSetting(state.type, state.orgId, version, state.version)
      toast.success(`已恢复到第 ${version} 版`)
      await client.invalidateQueries({ queryKey: settingKey })
    } catch (failed) {
      toast.error(getErrorMessage(failed))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles['version']}>
      <p className={styles['line']}>
        <strong>第 {version} 版</strong>
        <span>{settingChangeCauses[cause]}</span>
        {isCurrent ? (
          <span className={styles['current']}>当前</span>
        ) : (
          mayRestore && (
            <Button type="link" size="small" loading={busy} onClick={() => void bringBack()}>
              恢复
            </Button>
          )
        )}
      </p>
      <p className={styles['by']}>
        {by && `${by} `}
        {formatDayTime(createdAt)}
      </p>
      {changes.length === 0 && <p className={styles['by']}>没有变化</p>}
      <dl className={styles['changes']}>
        {changes.map(({ key, title, before, after, wasFixed, isFixed }) => {
          const control = state.schema.keys.find((known) => known.key === key)?.control
          const [was, is] = [formatChange(control, before), formatChange(control, after)]
          return (
            <div key={key} className={styles['change']}>
              <dt>{title}</dt>
              <dd>
                {was !== is && (
                  <>
                    <del>{was}</del> <span aria-hidden="true">→</span> <ins>{is}</ins>
                  </>
                )}
                {was === is && control?.kind === 'rows' && '内容有改动'}
                {wasFixed !== isFixed && <span>{isFixed ? '锁定，下级不可修改' : '取消锁定'}</span>}
              </dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}
